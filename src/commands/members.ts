import { z } from 'zod';
import { problemOfText } from '../domain/text.ts';
import { type Runtime, StartError } from '../runtime.ts';
import { INVITATION_HOURS } from '../services/invitations.ts';
import { MAX_MEMBERS } from '../services/members.ts';
import { EXIT, findTeam, type Input, print, say } from './command.ts';

const MAX_EMAIL_LENGTH = 254;
const MAX_NAME_LENGTH = 255;

/** Makes somebody a member, and prints the link by which one who has no password yet chooses it. */
export async function addMember({ services, address }: Runtime, { options }: Input): Promise<number> {
  const team = await findTeam(services, options);
  const email = emailIn(options);
  const name = options.name?.trim() || email;
  const problem = problemOfText(name, { max: MAX_NAME_LENGTH });
  if (problem) throw new StartError(`--name ${problem}`);
  const added = await services.people.addMember(team.id, { email, name });
  if (!added.ok) {
    say(
      added.reason === 'is_member'
        ? `${email} is a member of ${team.slug} already.`
        : `the team has ${MAX_MEMBERS} members, which is as many as it may have.`,
    );
    return EXIT.refused;
  }
  if (added.hasPassword) {
    say(`${email} is a member of ${team.slug}, and signs in with the password they have.`);
    return EXIT.done;
  }
  const invited = await services.invitations.invite(team.id, { email, name });
  const link = invited.ok ? await services.invitations.findInvitation(invited.secret) : null;
  if (!invited.ok || link?.asksFor !== 'new_password') {
    say(`${email} is a member of ${team.slug}. Give them a password with "member password".`);
    return EXIT.done;
  }
  print(`${address}/app/invitations/${invited.secret}`);
  say(
    `${email} is a member of ${team.slug}, and chooses a password by this link within ${INVITATION_HOURS} hours.`,
  );
  return EXIT.done;
}

/** Takes a member out of a team; their tokens stay. */
export async function removeMember({ services }: Runtime, { options }: Input): Promise<number> {
  const team = await findTeam(services, options);
  const email = emailIn(options);
  const member = await services.members.findMemberByEmail(team.id, email);
  const removed = member && (await services.members.removeMember(team.id, member.personId, null));
  if (removed?.ok) {
    say(`${email} is no member of ${team.slug} any more.`);
    return EXIT.done;
  }
  say(
    removed?.reason === 'last_one'
      ? `${email} is the last member of ${team.slug} and cannot be removed.`
      : `${email} is no member of ${team.slug}.`,
  );
  return EXIT.refused;
}

/** Gives a person a new password and prints it alone; they are signed out everywhere. */
export async function resetPassword({ services }: Runtime, { options }: Input): Promise<number> {
  const email = emailIn(options);
  const password = await services.people.resetPassword(email);
  if (password === null) {
    say(`nobody has the email ${email}.`);
    return EXIT.refused;
  }
  print(password);
  return EXIT.done;
}

function emailIn({ email = '' }: Input['options']): string {
  const given = email.trim();
  if (problemOfText(given, { max: MAX_EMAIL_LENGTH }) || !z.email().safeParse(given).success)
    throw new StartError('--email must be an email address.');
  return given;
}
