/** Teams cannot replace these texts. */
import { type RenderedMail, renderLines } from '../rendering/page.ts';

type PersonText = { name: string; link: string };

export const renderPasswordReset = ({ name, link }: PersonText): RenderedMail =>
  renderLines(
    'Choose a new password',
    [
      `Hello ${name},`,
      'somebody has asked for a new password for your account at Innkeep. If it was not you, do nothing: your password stays as it is.',
      'With this link you choose a new one, within an hour:',
    ],
    { button: { link, words: 'Choose a new password' } },
  );

export const renderPasswordChanged = ({ name, link }: PersonText): RenderedMail =>
  renderLines(
    'Your password was changed',
    [
      `Hello ${name},`,
      'the password of your account at Innkeep was changed just now. If it was you, there is nothing to do. If it was not, ask for a new one at once:',
    ],
    { button: { link, words: 'Ask for a new password' } },
  );

export const renderFactorChanged = ({ name, link }: PersonText): RenderedMail =>
  renderLines(
    'Your second factor was changed',
    [
      `Hello ${name},`,
      'an authenticator app of your account at Innkeep was added or removed just now. If it was you, there is nothing to do. If it was not, change your password at once, and tell whoever runs Innkeep for you:',
    ],
    { button: { link, words: 'See your account' } },
  );

export const renderInvitation = ({
  name,
  link,
  team,
  hours,
}: PersonText & { team: string; hours: number }): RenderedMail =>
  renderLines(
    `Join ${team}`,
    [
      `Hello ${name},`,
      `you are invited to become a member of ${team} at Innkeep. This link works once, for ${hours} hours. Keep it to yourself:`,
    ],
    { button: { link, words: 'Join' } },
  );
