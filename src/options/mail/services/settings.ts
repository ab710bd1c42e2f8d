export type MailSettings = {
  /** Null if none is set: messages then have no links. */
  publicUrl: string | null;
  /** Otherwise messages are only kept to be shown. */
  isSending: boolean;
  /** After its @. */
  messageIdDomain: string;
};

export const KEPT_MAIL: MailSettings = {
  publicUrl: null,
  isSending: false,
  messageIdDomain: 'innkeep.invalid',
};
