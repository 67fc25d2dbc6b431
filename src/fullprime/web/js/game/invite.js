/** The link to send while the other seat is empty. */

import { fill, h } from "../dom.js";
import { copyable } from "../page.js";
import { t } from "../words.js";

const COMMAND = "fullprime serve --host 0.0.0.0";

/** Does this name mean the machine itself, on every machine?
 * @param {string} host */
export function isLoopback(host) {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);
}

export function inviteCard() {
  const element = h("div", { class: "invite", hidden: true });
  return {
    element,
    /** @param {{invite: string | null}} state */
    show({ invite }) {
      if (element.hidden === !invite) return;
      element.hidden = !invite;
      if (invite)
        fill(
          element,
          h("p", null, t("invite.text")),
          copyable(t("invite.link"), location.origin + invite),
          isLoopback(location.hostname) &&
            h("p", { class: "faint" }, t("invite.local", { command: COMMAND })),
        );
    },
  };
}
