/** The mail settings of an installation that matter when messages are written, before they are sent. */
export type MailSettings = {
  /** The service's public address, or null if no address is set: messages then have no links. */
  publicUrl: string | null;
  /** Whether messages are sent, or only kept to be shown. */
  isSending: boolean;
  /** The part of a `Message-ID` after its @. */
  messageIdDomain: string;
};

export const KEPT_MAIL: MailSettings = {
  publicUrl: null,
  isSending: false,
  messageIdDomain: 'innkeep.invalid',
};
