-- Generates teams in a migrated, empty database. bench/load-data.ts fills in :teams, :scale, :bookings and :guests of each
-- team, and :today. Twenty listings with 54 units are repeated :scale times.

create function pg_temp.id(kind int, team bigint, n bigint) returns uuid language sql return
  ('0198' || to_hex(kind) || '000-' || lpad(to_hex(team), 4, '0') || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid;
-- A number that looks unrelated to those of its neighbours.
create function pg_temp.noise(n bigint) returns int language sql return hashint8(n) & 2147483647;

create temp table numbers as select generate_series(1, :teams) as team;
create temp table places as
  select n, place, n - place + case when place > 17 then 17 else 14 end as building,
    case when place < 14 then 'standalone' when place in (14, 17) then 'building' else 'unit_type' end as kind
  from (select n, n % 20 as place from generate_series(0, 20 * :scale - 1) as n) as numbers;
create temp table rooms as
  select row_number() over (order by n, number) - 1 as unit, n as place, number
  from places, generate_series(1, case kind when 'standalone' then 1 when 'unit_type' then 10 else 0 end) as number;

insert into teams (id, slug, name, currency, timezone, enforce_token_scope, deposit_ppm, balance_due_days,
  site_bookings, site_hold_minutes, reseating, unit_fixed_days, created_at, updated_at) overriding system value
select team, 'team-' || team, 'Team ' || team, 'EUR', 'Europe/Lisbon', false, 300000, 30,
  'off', 1440, 'off', 2, '2025-01-01Z', '2025-01-01Z' from numbers;
select setval('teams_id_seq', :teams);
insert into catalogue_versions (team_id, version) select team, gen_random_uuid() from numbers;
insert into guests (team_id, id, name, email, email_key, phone, search_text, created_at, updated_at)
select team, pg_temp.id(3, team, n), name, email, email, '+351 9' || to_char(n * 4999 % 100000000, 'FM00 000 000'), lower(name || ' ' || email), at, at
from numbers, generate_series(0, :guests - 1) as n,
  lateral (select 'Guest Number ' || n as name, 'guest-' || n || '@team-' || team || '.example' as email,
    timestamptz '2023-01-01Z' + pg_temp.noise(n) % 60000000 * interval '1 s' as at) as guest;
insert into listings (team_id, id, slug, kind, building_id, whole_building_bookable, public_title, status,
  listed_on_site, property_type, max_guests, bedrooms_count, beds_count, bathrooms_count, bathrooms_half, currency,
  timezone, check_in_time, check_out_time, street, city, postcode, country, latitude, longitude, headline,
  description, nightly_cents, weekend_nightly_cents, weekend_days, included_guests, extra_guest_nightly_cents,
  min_stay, max_stay, advance_notice_days, booking_window_days, preparation_days, security_deposit_cents,
  created_at, updated_at)
select team, pg_temp.id(1, team, n), 'place-' || n, kind,
  case kind when 'unit_type' then pg_temp.id(1, team, building) end, kind = 'building',
  'Place ' || n || ' of team ' || team, 'active', true, case kind when 'building' then 'aparthotel' else 'apartment' end,
  4, 2, 3, 1, true, 'EUR', 'Europe/Lisbon', '15:00', '11:00',
  -- A unit type has the address of its building.
  'Rua do Porto ' || case kind when 'unit_type' then building else n end, 'Lisboa', '1100-148', 'PT', '38.7139',
  '-9.1394', 'Light, quiet and close to the water',
  rtrim(repeat('A calm place above the harbour with a long table, good light and a short walk to the sea. ', 6)),
  12000, 15000, '{5,6}', 2, 1500, 2, 28, 1, 900, 0, 20000, '2025-01-01Z', '2025-01-01Z'
from numbers, places;
insert into units (team_id, id, listing_id, name, active)
select team, pg_temp.id(2, team, unit), pg_temp.id(1, team, place), 'Unit ' || number, true from numbers, rooms;
insert into sellable_days (team_id, unit_id, days)
select team, pg_temp.id(2, team, unit), datemultirange(daterange(:today - 760, null)) from numbers, rooms;
insert into photos (team_id, id, listing_id, is_featured, sort_order, width, height, thumbnail_url, medium_url,
  original_url)
select team, pg_temp.id(8, team, 5 * n + photo), pg_temp.id(1, team, n), photo = 0, photo, 2400, 1600,
  address || '-s.jpg', address || '-m.jpg', address || '-l.jpg'
from numbers, places, generate_series(0, 4) as photo,
  lateral (select 'https://pictures.example/' || team || '/' || 5 * n + photo as address) as picture;
insert into seasons (team_id, listing_id, start_date, end_date, name, nightly_cents, weekend_nightly_cents, min_stay)
select team, pg_temp.id(1, team, n), :today + 90 * season, :today + 90 * season + 60,
  'Season ' || season + 1, 14000 + season * 1000, 17000 + season * 1000, 2 + season % 2
from numbers, places, generate_series(0, 3) as season;
insert into day_overrides (team_id, listing_id, date, nightly_cents, closed_for_arrival, closed_for_departure, closed)
select team, pg_temp.id(1, team, n), :today + 15 + 30 * month, 25000, month % 3 = 0, month % 4 = 0, false
from numbers, places, generate_series(0, 11) as month;

insert into fees (team_id, code, name, basis, amount_cents, percent_ppm, taxable)
select team, fee.* from numbers, (values ('cleaning', 'Cleaning fee', 'stay', 5000, null, true),
  ('service', 'Service fee', 'percent', null, 35000, false)) as fee;
insert into taxes (team_id, code, name, basis, amount_cents, percent_ppm, applies_to_accommodation, applies_to_fees,
  included, max_nights)
select team, tax.* from numbers, (values ('vat', 'VAT', 'percent', null, 60000, true, true, false, null),
  ('city', 'City tax', 'guest_night', 200, null, true, true, false, 7)) as tax;
insert into discounts (team_id, code, name, kind, percent_ppm, min_nights, days_before)
select team, discount.* from numbers, (values ('weekly', 'Weekly discount', 'length_of_stay', 100000, 7, null),
  ('early', 'Early bird', 'early_bird', 50000, null, 90)) as discount;
insert into coupons (team_id, code_key, code, percent_ppm, amount_cents, active, min_nights, redeemed_beyond)
select team, coupon.* from numbers, (values ('spring15', 'SPRING15', 150000, null, true, 2, 0),
  ('take20', 'TAKE20', null, 2000, true, null, 0)) as coupon;
insert into idempotency_records (team_id, idempotency_key, request_hash, response_status, response_body, created_at)
select team, 'earlier-' || n, 'hash', 201, '{}', :today from numbers, generate_series(0, 49) as n;

-- Bookings take the units in turn and never overlap. Each unit has four blocks before them.
create temp table stays as
with counted as (select count(*)::int as units from rooms), spaced as (
  select units, (730 + 365) / ceil(:bookings::numeric / units)::int as spacing from counted
), drawn as (
  select team, n, rooms.unit, place, pg_temp.noise(team * 100003 + n) as noise,
    n / units * spacing as first, greatest(spacing - 10, 0) + 1 as slack
  from numbers, generate_series(0, :bookings - 1) as n, spaced, rooms where rooms.unit = n % units
), dated as (
  select *, :today - 730 + first + noise / 256 % slack as check_in,
    2 + noise % 9 as nights, 1 + noise / 65536 % 4 as guests from drawn
), priced as (
  select *, check_in + nights as check_out, 12000 * nights as accommodation,
    case when nights >= 7 then 1200 * nights else 0 end as discount, 200 * guests * least(nights, 7) as city
  from dated
)
select *, pg_temp.id(4, team, n) as id, round((accommodation - discount + 5000) * 0.06)::int as vat,
  case when n % 20 = 7 then 'cancelled' when check_out < :today then 'completed'
    when n % 10 = 3 then 'pending' else 'confirmed' end as status,
  least(check_in - noise % 120, :today - noise % 365) - (noise % 86400 + 1) * interval '1 s' as created
from priced;
alter table stays add total int generated always as (accommodation - discount + 5000 + city + vat) stored;

create function pg_temp.line(type text, code text, name text, basis text, cents int, quantity int, unit int,
  percent int, base int) returns jsonb language sql return jsonb_build_object('type', type, 'code', code,
  'name', name, 'basis', basis, 'amountCents', cents, 'quantity', quantity, 'unitAmountCents', unit,
  'percentPpm', percent, 'baseAmountCents', base, 'included', false);
insert into bookings (team_id, id, confirmation_code, listing_id, unit_id, whole_building, guest_id, status, source,
  check_in, check_out, number_of_guests, preparation_days, currency, accommodation_total_cents, discount_total_cents,
  fees_total_cents, taxes_total_cents, grand_total_cents, paid_cents, price_lines, coupon_key, unit_pinned, confirmed_at,
  cancelled_at, completed_at, created_at, updated_at)
select team, id, 'B' || lpad(upper(to_hex(n)), 7, '0'), pg_temp.id(1, team, place), pg_temp.id(2, team, unit), false,
  pg_temp.id(3, team, n % :guests), status, case n % 8 when 0 then 'airbnb' else 'manual' end,
  check_in, check_out, guests, 0, 'EUR', accommodation, discount, 5000, city + vat, total,
  case status when 'completed' then total else total * 3 / 10 end,
  jsonb_build_array(pg_temp.line('accommodation', 'accommodation', 'Accommodation', 'night', accommodation, nights, null, null, null))
    || case when discount > 0 then jsonb_build_array(pg_temp.line('discount', 'weekly', 'Weekly discount', 'percent', -discount, null, null, 100000, accommodation)) else '[]' end
    || jsonb_build_array(pg_temp.line('fee', 'cleaning', 'Cleaning fee', 'stay', 5000, 1, 5000, null, null),
      pg_temp.line('tax', 'city', 'City tax', 'guest_night', city, guests * least(nights, 7), 200, null, null),
      pg_temp.line('tax', 'vat', 'VAT', 'percent', vat, null, null, 60000, accommodation - discount + 5000)),
  case when n % 50 = 0 then 'spring15' end, false, case when status <> 'pending' then created end,
  case status when 'cancelled' then created end, case status when 'completed' then check_out + interval '10 h' end,
  created, case status when 'completed' then check_out + interval '10 h' else created end
from stays;
insert into occupancies (team_id, unit_id, start_date, end_date, booking_id)
select team, pg_temp.id(2, team, unit), check_in, check_out, id from stays where status <> 'cancelled';
insert into payments (team_id, id, booking_id, position, amount_cents, status, due_on, paid_at, refunded_cents)
select team, pg_temp.id(5, team, 2 * n), id, 0, total * 3 / 10, 'paid', null, created, 0 from stays
union all
select team, pg_temp.id(5, team, 2 * n + 1), id, 1, total - total * 3 / 10,
  case status when 'cancelled' then 'cancelled' when 'completed' then 'paid' else 'scheduled' end,
  check_in - 30, case status when 'completed' then created end, 0 from stays;
insert into invoices (team_id, id, booking_id, number, amount_cents, status, issued_at, voided_at)
select team, pg_temp.id(6, team, n), id, 'B' || n || '-1', total,
  case status when 'cancelled' then 'void' else 'open' end, created, case status when 'cancelled' then created end
from stays;
insert into team_events (team_id, booking_id, number, id, type, position, in_feed, actor_type, actor_name, data,
  details, created_at)
select team, id, 1, pg_temp.id(7, team, n), 'booking.created', n + 1, true, 'token', 'Bench', jsonb_build_object(
  'booking_id', id, 'confirmation_code', 'B' || lpad(upper(to_hex(n)), 7, '0'), 'listing_id', pg_temp.id(1, team, place),
  'unit_id', pg_temp.id(2, team, unit), 'status', status, 'check_in', check_in, 'check_out', check_out, 'changed', '[]'::jsonb,
  'currency', 'EUR', 'grand_total', total, 'source', case n % 8 when 0 then 'airbnb' else 'manual' end,
  'external_reference', null), '{}', created
from stays;
insert into event_counters (team_id, last_position) select team, :bookings from numbers;

create temp table blocked as
select team, unit, place, pg_temp.id(10, team, 4 * unit + n) as id, :today - 730 - 3 * (n + 1) as first
from numbers, rooms, generate_series(0, 3) as n;
insert into blocks (team_id, id, listing_id, unit_id, start_date, end_date, reason, created_at)
select team, id, pg_temp.id(1, team, place), pg_temp.id(2, team, unit), first, first + 2, 'Repairs', '2025-01-01Z'
from blocked;
insert into occupancies (team_id, unit_id, start_date, end_date, block_id)
select team, pg_temp.id(2, team, unit), first, first + 2, id from blocked;
