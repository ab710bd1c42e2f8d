import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import packageFile from '../../package.json' with { type: 'json' };
import { OPTIONS } from '../options.ts';
import type { Runtime } from '../runtime.ts';
import { printNote, type RunAction } from './command.ts';
import { addDatabaseCommands } from './database.ts';
import { addKeyCommands } from './keys.ts';
import { addMemberCommands } from './members.ts';
import { addTokenCommands } from './tokens.ts';

const EXIT_CODES_HELP =
  '\nResults go to stdout, everything else to stderr. Exit code: 0 done, 1 refused, 2 wrong usage.';

/** The help shows `name` as the command that starts the program. */
export function createCommandProgram(name: string, run: RunAction<Runtime>): Command {
  const program = new Command(name)
    .description('Manages the database, teams, tokens and members of an Innkeep installation.')
    .version(packageFile.version, '--version', 'print the version')
    .helpOption('-h, --help', 'explain a command')
    .configureHelp({
      showGlobalOptions: false,
      subcommandTerm: buildUsageOfCommand,
      optionTerm: buildFlagsHelp,
    })
    .addHelpText('after', EXIT_CODES_HELP)
    .exitOverride();
  for (const add of [
    addDatabaseCommands,
    ...OPTIONS.flatMap(({ commands = [] }) => commands),
    addTokenCommands,
    addMemberCommands,
    addKeyCommands,
  ])
    add(program, run);
  addHelpCommand(program);
  reportMistakesInOneLine(program, name);
  return program;
}

/** Of a command in a group too, such as `help token create`: commander's own explains the group. */
function addHelpCommand(program: Command): void {
  program
    .command('help')
    .description('explain a command')
    .argument('[command...]', 'the words of the command')
    .action((words) => {
      let command: CommandUnknownOpts = program;
      for (const word of words) {
        const next = command.commands.find((each) => each.name() === word);
        if (!next) return command.error(`unknown command '${word}'`);
        command = next;
      }
      command.help();
    });
}

/** A group is listed with its commands, and a command with its arguments and required options. */
function buildUsageOfCommand(command: CommandUnknownOpts): string {
  if (command.commands.length > 0) {
    return `${command.name()} ${command.commands.map((each) => each.name()).join('|')}`;
  }
  const words = command.registeredArguments.map((argument) => argument.name().toUpperCase());
  const needed = command.options.filter((option) => option.mandatory).map((option) => option.flags);
  return [command.name(), ...words, ...needed].join(' ');
}

const buildFlagsHelp = ({ flags, mandatory }: { flags: string; mandatory: boolean }): string =>
  mandatory ? `${flags} (required)` : flags;

/** One line that says how to get help. Without a command, all commands are listed. */
function reportMistakesInOneLine(command: CommandUnknownOpts, name: string): void {
  const report = (problem: string) => printNote(`${problem} Help: ${name} --help`);
  const commands = command.commands.map((each) => each.name()).join(', ');
  command.configureOutput({
    outputError: (message) => report(toOneSentence(message)),
    writeErr: (help) =>
      command.parent
        ? report(`${command.name()} needs one of its commands: ${commands}.`)
        : process.stderr.write(help),
  });
  for (const child of command.commands) reportMistakesInOneLine(child, `${name} ${child.name()}`);
}

/** Without the prefix "error:" and without line breaks. */
function toOneSentence(message: string): string {
  const line = message
    .replace(/^error: /, '')
    .trim()
    .replaceAll(/\s+/g, ' ');
  return line.endsWith('.') ? line : `${line}.`;
}
