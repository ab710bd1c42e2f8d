import { readRowsQuickly } from '../src/db/row-reader.ts';
import { teams, tokens } from '../src/db/schema/teams.ts';
import { tokenUses } from '../src/db/schema/token-uses.ts';
// @ts-ignore
import { mapResultRow, orderSelectedFields } from '../node_modules/drizzle-orm/utils.js';
const fields = orderSelectedFields({ team: { id: teams.id, slug: teams.slug, name: teams.name, e: teams.enforceTokenScope, d: teams.depositPpm, b: teams.balanceDueDays }, token: { id: tokens.id, name: tokens.name, scope: tokens.scope, u: tokenUses.lastUsedAt } });
const map = { tokens: true, teams: true, token_uses: false };
const q: any = { fields, joinsNotNullableMap: map }; readRowsQuickly(q);
const row = [1, 'a', 'b', true, 5, 4, 'x', 'y', 'z', '2026-01-01 00:00:00+00'];
console.log(JSON.stringify(q.customResultMapper([row])[0]) === JSON.stringify(mapResultRow(fields, row, map)));
for (let r = 0; r < 3; r++) { let s = performance.now(); for (let i = 0; i < 2e5; i++) mapResultRow(fields, row, map); const a = performance.now() - s; s = performance.now(); for (let i = 0; i < 2e5; i++) q.customResultMapper([row]); console.log((a / 200).toFixed(2), ((performance.now() - s) / 200).toFixed(2), 'µs'); }
