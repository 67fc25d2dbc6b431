/** The link to send while the other seat is empty. */

import { fill, h } from "../dom.js";
import { copyable } from "../page.js";
import { t } from "../words.js";

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
        );
    },
  };
}
