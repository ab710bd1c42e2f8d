/** Helpers of the program: printing, dates, and clear messages if it cannot run. */
import { createInnkeep, type Innkeep, InnkeepError } from './innkeep.ts';

const { INNKEEP_URL = 'http://127.0.0.1:3000', INNKEEP_TOKEN = '' } = process.env;

export const say = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * The decimals of the currencies to which ISO 4217 gives other than two. Those that `Intl` has are not for
 * computing: it has none for HUF and IDR, because people rarely write them.
 */
const DECIMALS = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
    .split(' ')
    .map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
]);

export function money(amount: number, currency: string): string {
  const digits = DECIMALS.get(currency) ?? 2;
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat('en', { style: 'currency', currency, ...decimals }).format(
    amount / 10 ** digits,
  );
}

export function day(ahead: number): string {
  const date = new Date();
  date.setUTCDate(date.getUTCDate() + ahead);
  return date.toISOString().slice(0, 10);
}

/** Runs a program with a client. `command` is how to start it. */
export async function runProgram(
  command: string,
  program: (innkeep: Innkeep) => Promise<void>,
): Promise<void> {
  if (!INNKEEP_TOKEN) {
    return fail(
      `Set INNKEEP_TOKEN to a token of your team: INNKEEP_TOKEN=ink_… ${command}\n` +
        'In the folder of Innkeep, "npm run -s cli -- demo" prints the demo’s.',
      2,
    );
  }
  try {
    await program(createInnkeep({ address: INNKEEP_URL, token: INNKEEP_TOKEN }));
  } catch (error) {
    if (error instanceof InnkeepError) {
      const { message, status, errors, requestId } = error;
      fail(`${status} ${message}\n${JSON.stringify(errors)}\nrequest ${requestId}`, 1);
    } else if (error instanceof TypeError && error.message === 'fetch failed') {
      fail(`Nothing answers at ${INNKEEP_URL}. Set INNKEEP_URL to the address of your Innkeep.`, 1);
    } else throw error;
  }
}

export function fail(line: string, code: number): void {
  process.stderr.write(`${line}\n`);
  process.exitCode = code;
}
