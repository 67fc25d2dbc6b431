/** Drawings that several pages use: one path each, in a square of 24. */

export const PEOPLE =
  "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-4 3-6 6-6s6 2 6 6" +
  "M16 4.5a3.5 3.5 0 0 1 0 6.5M17.5 14.5c2.3.7 3.5 2.6 3.5 5.5";
export const CHAIN =
  "M10 14a4 4 0 0 0 6 0l4-4a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-4 4a4 4 0 0 0 6 6l1-1";
export const CHIP = "M7 7h10v10H7zM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4";
export const ON = "M9 5l7 7-7 7";
export const DOWN = "M5 9l7 7 7-7";
export const BIN = "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5";
export const FLAG = "M6 21V4h11l-2 4 2 4H6";
export const BOOK = "M12 6c-2-1.5-5-2-8-2v14c3 0 6 .5 8 2 2-1.5 5-2 8-2V4c-3 0-6 .5-8 2v14";
export const GRID = "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z";
export const PEN = "M4 20l4-1 11-11-3-3L5 16zM14 7l3 3";
export const PLAY = "M8 5l11 7-11 7z";
export const FILE = "M7 3h7l5 5v13H7zM14 3v5h5";
export const INTO = "M12 4v11M7 10l5 5 5-5M4 20h16";
export const OUT = "M12 15V4M7 9l5-5 5 5M4 20h16";
export const SHARE = "M12 15V4M8 8l4-4 4 4M5 13v7h14v-7";
export const CURVE = "M4 4v16h16M7 15l4-5 4 3 5-7";
export const SAYING = "M4 5h16v11H11l-5 4v-4H4z";
export const WARNING = "M12 4l9 16H3zM12 10v4M12 17h.01";
export const TARGET = "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 11.5v1";
export const LIST = "M4 6h16M4 12h16M4 18h10";
export const SHIELD = "M12 3l8 3v6c0 5-3.5 8-8 9.5C7.5 20 4 17 4 12V6zM8.5 12l2.5 2.5 4.5-5";
