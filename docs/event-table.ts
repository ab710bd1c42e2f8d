import { z } from 'zod';
import { TEAM_EVENT_TYPES } from '../src/domain/events.ts';
import { EVENT_DATA } from '../src/schemas/event-data.ts';

/** For docs/webhooks.md. Neighbouring types with the same fields share a row. */
export function buildEventTable(): string {
  const rows: { types: string[]; fields: string }[] = [];
  for (const type of TEAM_EVENT_TYPES) {
    const fields = Object.entries(EVENT_DATA[type].shape)
      .map(([name, schema]) => `\`${name}\`${schema instanceof z.ZodOptional ? '?' : ''}`)
      .join(', ');
    const last = rows.at(-1);
    if (last?.fields === fields) last.types.push(type);
    else rows.push({ types: [type], fields });
  }
  const lines = rows.map(
    ({ types, fields }) => `| ${types.map((type) => `\`${type}\``).join(', ')} | ${fields || 'nothing'} |`,
  );
  return ['| types | `data` |', '|---|---|', ...lines].join('\n');
}
