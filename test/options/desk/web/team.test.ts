/** The page *Team*: name, zone, members, invoices and making room. */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { buildMember, expectPage, openTeamPages, visitorOf } from '../../../helpers/pages.ts';

const world = await openSharedApp();
const seenIn = (body: string, part: string) =>
  new RegExp(`action="[^"]*/team/${part}">.*?name="seen" value="([^"]*)"`, 's').exec(body)?.[1] ?? '';

async function openTeam() {
  const pages = await openTeamPages(world, { timezone: 'Europe/Lisbon' });
  const { visitor, base } = pages;
  /** Sends one part of the page as it was shown. */
  async function save(part: string, fields: Record<string, string>) {
    const { body } = await visitor.get(`${base}/team`);
    return visitor.submit(`${base}/team/${part}`, { seen: seenIn(body, part), ...fields });
  }
  return { ...pages, save };
}

test('the page of a team is in the side and shows its name, zone, members and invoices', async () => {
  const { team, visitor, base, member } = await openTeam();
  const page = await visitor.get(`${base}/team`);
  expectPage(page, 200, `value="${team.name}"`);
  for (const text of [
    'value="Europe/Lisbon"',
    member.email,
    `href="${base}/members"`,
    `href="${base}/team" aria-current`,
  ])
    expect(page.body).toContain(text);
});

test('a name and a zone are changed in one form, by the member', async () => {
  const { team, base, save, member } = await openTeam();
  expectPage(await save('about', { name: 'Casa Nova', timezone: 'Europe/Madrid' }), 200, 'Saved.');
  const { rows } = await world.db.execute(
    `select name, timezone, (select actor_name from team_events where team_id = teams.id and type = 'team.changed') as actor from teams where id = ${team.id}`,
  );
  expect([rows, base]).toEqual([
    [{ name: 'Casa Nova', timezone: 'Europe/Madrid', actor: member.name }],
    base,
  ]);
});

test('the seller on invoices, their numbers and making room are parts of their own, and leave the rest as it is', async () => {
  const { team, save } = await openTeam();
  const seller = {
    invoice_details_name: 'Casa Lda',
    invoice_details_address: 'Rua 1\r\nLisboa',
    invoice_details_tax_number: 'PT 1',
    invoice_details_footer: '',
    invoice_details_title: 'Fatura',
  };
  const numbers = {
    invoice_prefix: '2027-',
    invoice_numbering: 'consecutive',
    invoice_next_number: '17',
    credit_note_prefix: 'NC{year}/',
  };
  expectPage(await save('seller', seller), 200, 'Saved.');
  expectPage(await save('invoices', numbers), 200, 'Saved.');
  const page = await save('room', { reseating: 'on', unit_fixed_days: '5' });
  expectPage(page, 200, 'Saved.');
  expect(page.body).toMatch(/name="reseating"[^>]* checked/);
  const { rows } = await world.db.execute(
    `select name, reseating, unit_fixed_days, invoice_prefix, invoice_details, invoice_numbering, credit_note_prefix,
      invoice_next_number from teams join invoice_counters on team_id = id where id = ${team.id}`,
  );
  expect(rows).toEqual([
    {
      name: team.name,
      reseating: 'on',
      unit_fixed_days: 5,
      invoice_prefix: '2027-',
      invoice_details: {
        name: 'Casa Lda',
        address: 'Rua 1\nLisboa',
        tax_number: 'PT 1',
        footer: null,
        title: 'Fatura',
      },
      invoice_numbering: 'consecutive',
      credit_note_prefix: 'NC{year}/',
      invoice_next_number: '17',
    },
  ]);
  expectPage(await save('room', { unit_fixed_days: '5' }), 200, 'Saved.');
  const { rows: after } = await world.db.execute(`select reseating from teams where id = ${team.id}`);
  expect(after).toEqual([{ reseating: 'off' }]);
});

test.each([
  ['about', { name: ' ', timezone: 'UTC' }, 'Name '],
  ['about', { name: 'A', timezone: 'Lisbon' }, 'Time zone must be an IANA time zone'],
  ['room', { unit_fixed_days: '99' }, 'Days before arrival must be a whole number'],
  ['invoices', { invoice_next_number: '0' }, 'Go on with the number must be a whole number'],
  [
    'invoices',
    { invoice_prefix: 'a', credit_note_prefix: 'a' },
    'Before the numbers of credit notes must not',
  ],
  ['invoices', { invoice_prefix: 'a b' }, 'Before each number must be at most 20 visible characters'],
])('a mistake in the part %s with %j stands at its field', async (part, fields, message) => {
  const { save } = await openTeam();
  const answer = await save(part, fields);
  expectPage(answer, 422, message);
  expect(answer.body).toContain('class="error"');
});

test('a form that another member has overtaken changes nothing, and shows what is stored', async () => {
  const { team, visitor, base, save } = await openTeam();
  const { email } = await buildMember(world, { teamId: team.id });
  const other = visitorOf(world);
  await other.signIn(email);
  const stale = seenIn((await other.get(`${base}/team`)).body, 'about');
  await save('about', { name: 'First', timezone: 'UTC' });
  await other.get(`${base}/team`);
  const answer = await other.post(`${base}/team/about`, { seen: stale, name: 'Second', timezone: 'UTC' });
  expectPage(answer, 422, 'Somebody has changed this meanwhile.');
  expectPage(await visitor.get(`${base}/team`), 200, 'value="First"');
});

test('a part that does not exist is a page that does not exist', async () => {
  const { visitor, base } = await openTeam();
  await visitor.get(`${base}/team`);
  expect((await visitor.post(`${base}/team/nothing`, {})).statusCode).toBe(404);
});
