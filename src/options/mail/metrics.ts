import { Counter, type Registry } from '@prometheus-io/client';
import { MAIL_RESULTS, type MailResult } from './services/sending/outcomes.ts';

export function createMailMetrics(registry: Registry): (result: MailResult) => void {
  const mails = new Counter({
    name: 'innkeep_mails_total',
    help: 'Tries to send a message, by what came of them.',
    labelNames: ['result'],
    registers: [registry],
  });
  for (const result of MAIL_RESULTS) mails.inc({ result }, 0);
  return (result) => mails.inc({ result });
}
