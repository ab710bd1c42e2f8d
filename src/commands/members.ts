import { z } from 'zod';
import { DEFAULT_ROLE } from '../domain/access/permissions.ts';
import { toInstantText } from '../domain/formats.ts';
import { MAX_EMAIL_LENGTH, MAX_MEMBERS_OF_TEAM, MAX_NAME_LENGTH } from '../domain/limits.ts';
import { toAsciiDomain } from '../domain/text/email.ts';
import { findTextProblem } from '../domain/text/text.ts';
import { OperatorError } from '../operator-error.ts';
import { Conflict, Invalid, NotFound, Refusal } from '../services/errors.ts';
import { resetFactors } from '../services/people/factors/own-factors.ts';
import { createInvitation, findInvitation, INVITATION_HOURS } from '../services/people/invitations.ts';
import * as members from '../services/people/members.ts';
import * as passwords from '../services/people/reset-password.ts';
import { createSystemScope, type ReadScope } from '../services/team-scope.ts';
import {
  type AddCommands,
  type CommandContext,
  EXIT_CODES,
  findTeamOrRefuse,
  parseText,
  printNote,
  printResult,
} from './command.ts';
import { buildListingsOption, buildRightsError, findListingsOrRefuse } from './listings.ts';

export const addMemberCommands: AddCommands = (program, run) => {
  const member = program.command('member').description('the people who may use a team’s pages');
  const addTeamCommand = (verb: string, description: string) =>
    member
      .command(verb)
      .description(description)
      .requiredOption('--team <slug>', "the team's slug", parseText);
  addTeamCommand('add', 'add a member, and print a link to choose a password if they have none')
    .requiredOption('--email <email>', "the member's email", parseText)
    .option('--name <name>', "the member's name (default: the email)", parseText)
    .option('--role <role>', `the code of the role (default: ${DEFAULT_ROLE})`, parseText)
    .addOption(buildListingsOption())
    .action(run(runAddMember));
  addTeamCommand('remove', 'remove a member; the last one cannot be removed')
    .requiredOption('--email <email>', "the member's email", parseText)
    .action(run(runRemoveMember));
  addTeamCommand(
    'list',
    'print email, name, joining time, "password" or "no password", and role, with tabs between them',
  ).action(run(printMembers));
  member
    .command('password')
    .description('give a person a new password and print it alone')
    .requiredOption('--email <email>', "the person's email", parseText)
    .action(run(runResetPassword));
  member
    .command('factor')
    .description('the second factor of a person')
    .command('reset')
    .description('remove all authenticator apps and recovery codes of a person who has lost them')
    .requiredOption('--email <email>', "the person's email", parseText)
    .action(run(runResetFactors));
};

type MemberOptions = { team: string; email: string };
type NewMemberOptions = MemberOptions & {
  name?: string | undefined;
  role?: string | undefined;
  listings?: string[] | undefined;
};

async function runAddMember(
  { services, address }: CommandContext,
  options: NewMemberOptions,
): Promise<number> {
  const team = await findTeamOrRefuse(services, options.team);
  const email = requireEmail(options.email);
  const name = options.name ?? email;
  const problem = findTextProblem(name, { max: MAX_NAME_LENGTH, oneLine: true });
  if (problem) throw new OperatorError(`--name ${problem.message}`);
  const scope = createSystemScope(services, team.id);
  const { role } = options;
  const listings = options.listings && (await findListingsOrRefuse(scope, options.listings));
  const added = await members
    .addTeamMember(scope, { email, name, role, listings })
    .catch(async (error: unknown) => {
      throw await explainRefusedMember(scope, error, options);
    });
  if (added.hasPassword) {
    printNote(`${email} is a member of ${team.slug} and signs in with their present password.`);
    return EXIT_CODES.done;
  }
  const rights = { role: added.role, listings: added.listings };
  const secret = await createInvitation(scope, services, { email, name, ...rights, invitedBy: null });
  const link = await findInvitation(services, secret);
  if (link?.nextStep !== 'new_password') {
    printNote(`${email} is a member of ${team.slug}. Give them a password with "member password".`);
    return EXIT_CODES.done;
  }
  printResult(`${address}/app/invitations/${secret}`);
  printNote(
    `${email} is a member of ${team.slug}. This link lets them choose a password within ${INVITATION_HOURS} hours.`,
  );
  return EXIT_CODES.done;
}

async function explainRefusedMember(
  scope: ReadScope,
  error: unknown,
  { team, email, role = DEFAULT_ROLE }: NewMemberOptions,
): Promise<unknown> {
  if (error instanceof Invalid) return buildRightsError(scope, error, team, role);
  if (!(error instanceof Conflict)) return error;
  if (error.reason === 'too_many')
    return new OperatorError(`the team already has ${MAX_MEMBERS_OF_TEAM} members, the most it may have.`);
  const changing =
    error.reason === 'other_rights'
      ? ', with another role or other listings, which stay. Change them on the page Members, or by PUT /v1/members/{id}'
      : '';
  return new OperatorError(`${email} is a member of ${team} already${changing}.`);
}

/** Tokens that the member created keep working. */
async function runRemoveMember({ services }: CommandContext, options: MemberOptions): Promise<number> {
  const team = await findTeamOrRefuse(services, options.team);
  const scope = createSystemScope(services, team.id);
  const email = requireEmail(options.email);
  const member = await members.findMemberByEmail(scope, email);
  try {
    if (!member) throw new NotFound();
    await members.removeTeamMember(scope, member.personId, null);
    printNote(`${email} is no longer a member of ${team.slug}.`);
    return EXIT_CODES.done;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    printNote(
      error instanceof Invalid
        ? `${email} is the last member or owner of ${team.slug} and cannot be removed.`
        : `${email} is not a member of ${team.slug}.`,
    );
    return EXIT_CODES.refused;
  }
}

async function printMembers({ services }: CommandContext, { team: slug }: { team: string }): Promise<number> {
  const team = await findTeamOrRefuse(services, slug);
  for (const { email, name, joinedAt, hasPassword, role } of await members.listMembers(
    createSystemScope(services, team.id),
  ))
    printResult(email, name, toInstantText(joinedAt), hasPassword ? 'password' : 'no password', role);
  return EXIT_CODES.done;
}

/** Also signs the person out everywhere. */
async function runResetPassword({ services }: CommandContext, options: { email: string }): Promise<number> {
  const email = requireEmail(options.email);
  const password = await passwords.resetPassword(services, email);
  if (password === null) {
    printNote(`nobody has the email ${email}.`);
    return EXIT_CODES.refused;
  }
  printResult(password);
  return EXIT_CODES.done;
}

/** Also signs the person out everywhere. The password stays. */
async function runResetFactors({ services }: CommandContext, options: { email: string }): Promise<number> {
  const email = requireEmail(options.email);
  const removed = await resetFactors(services, email);
  if (removed === null) {
    printNote(`nobody has the email ${email}.`);
    return EXIT_CODES.refused;
  }
  printNote(
    removed === 0
      ? `${email} has no second factor.`
      : `${email} has no second factor any more, and is signed out everywhere.`,
  );
  return EXIT_CODES.done;
}

function requireEmail(email: string): string {
  const ascii = toAsciiDomain(email);
  if (findTextProblem(ascii, { max: MAX_EMAIL_LENGTH }) || !z.email().safeParse(ascii).success)
    throw new OperatorError('--email must be an email address.');
  return ascii;
}
