import { z } from 'zod';
import { MAX_EMAIL_LENGTH, MAX_MEMBERS, MAX_NAME_LENGTH } from '../domain/limits.ts';
import { findTextProblem } from '../domain/text.ts';
import { type Runtime, StartError } from '../runtime.ts';
import { Conflict, NotFound, Refusal } from '../services/errors.ts';
import { createInvitation, findInvitation, INVITATION_HOURS } from '../services/people/invitations.ts';
import * as members from '../services/people/members.ts';
import * as passwords from '../services/people/reset-password.ts';
import { buildCallOfOperator } from '../services/write.ts';
import { type AddCommands, EXIT, findTeam, print, say, text } from './command.ts';

export const addMemberCommands: AddCommands = (program, run) => {
  const member = program.command('member').description('the people who may use a team’s pages');
  const ofTeam = (verb: string, description: string) =>
    member.command(verb).description(description).requiredOption('--team <slug>', "the team's slug", text);
  ofTeam('add', 'add a member, and print a link to choose a password if they have none')
    .requiredOption('--email <email>', "the member's email", text)
    .option('--name <name>', "the member's name (default: the email)", text)
    .action(run(addMember));
  ofTeam('remove', 'remove a member; the last one cannot be removed')
    .requiredOption('--email <email>', "the member's email", text)
    .action(run(removeMember));
  ofTeam(
    'list',
    'print email, name, joining time and "password" or "no password", with tabs between them',
  ).action(run(listMembers));
  member
    .command('password')
    .description('give a person a new password and print it alone')
    .requiredOption('--email <email>', "the person's email", text)
    .action(run(resetPassword));
};

type Membership = { team: string; email: string };

async function addMember(
  { services, address }: Runtime,
  options: Membership & { name?: string | undefined },
): Promise<number> {
  const team = await findTeam(services, options.team);
  const email = checkEmail(options.email);
  const name = options.name ?? email;
  const problem = findTextProblem(name, { max: MAX_NAME_LENGTH, oneLine: true });
  if (problem) throw new StartError(`--name ${problem}`);
  const call = buildCallOfOperator(team.id);
  try {
    const { hasPassword } = await members.addTeamMember(services, call, { email, name });
    if (hasPassword) {
      say(`${email} is a member of ${team.slug} and signs in with their present password.`);
      return EXIT.done;
    }
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    say(
      error.reason === 'is_member'
        ? `${email} is a member of ${team.slug} already.`
        : `the team already has ${MAX_MEMBERS} members, the most it may have.`,
    );
    return EXIT.refused;
  }
  const secret = await createInvitation(services, call, { email, name }, null);
  const link = await findInvitation(services, secret);
  if (link?.nextStep !== 'new_password') {
    say(`${email} is a member of ${team.slug}. Give them a password with "member password".`);
    return EXIT.done;
  }
  print(`${address}/app/invitations/${secret}`);
  say(
    `${email} is a member of ${team.slug}. This link lets them choose a password within ${INVITATION_HOURS} hours.`,
  );
  return EXIT.done;
}

/** The tokens that the member created stay. */
async function removeMember({ services }: Runtime, options: Membership): Promise<number> {
  const team = await findTeam(services, options.team);
  const email = checkEmail(options.email);
  const member = await members.findMemberByEmail(services.db, team.id, email);
  try {
    if (!member) throw new NotFound();
    await members.removeTeamMember(services, buildCallOfOperator(team.id), member.personId, null);
    say(`${email} is no longer a member of ${team.slug}.`);
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    say(
      error instanceof Conflict
        ? `${email} is the last member of ${team.slug} and cannot be removed.`
        : `${email} is not a member of ${team.slug}.`,
    );
    return EXIT.refused;
  }
}

async function listMembers({ services }: Runtime, { team: slug }: { team: string }): Promise<number> {
  const team = await findTeam(services, slug);
  for (const { email, name, joinedAt, hasPassword } of await members.listMembers(services.db, team.id))
    print(email, name, joinedAt.toISOString(), hasPassword ? 'password' : 'no password');
  return EXIT.done;
}

/** Also signs the person out everywhere. */
async function resetPassword({ services }: Runtime, options: { email: string }): Promise<number> {
  const email = checkEmail(options.email);
  const password = await passwords.resetPassword(services, email);
  if (password === null) {
    say(`nobody has the email ${email}.`);
    return EXIT.refused;
  }
  print(password);
  return EXIT.done;
}

function checkEmail(email: string): string {
  if (findTextProblem(email, { max: MAX_EMAIL_LENGTH }) || !z.email().safeParse(email).success)
    throw new StartError('--email must be an email address.');
  return email;
}
