// Which day is where, which bar takes it, and loading the days that follow the last.
export const calendar = document.querySelector('[data-calendar]');
export const unitRows = [...(calendar?.querySelectorAll('.cal-unit') ?? [])];
/** Each row has a track of this many days, and one more for each time that later days were loaded. */
export const daysPerTrack = Number(calendar?.dataset.days);
let isLoading = false;

export const tracksOf = (row) => [...row.querySelectorAll('.track')];
export const dayCount = () => daysPerTrack * tracksOf(unitRows[0]).length;
const dateOfDay = (day) => new Date(Date.parse(calendar.dataset.from) + day * 86_400_000);
export const isoDate = (day) => dateOfDay(day).toISOString().slice(0, 10);
const dayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
export const spokenDay = (day) => dayFormat.format(dateOfDay(day)).replace(',', '');
/** The row of a place with one unit has the names of both. */
export const nameOfRow = (row) => row.dataset.name ?? row.querySelector('.cal-name .name').textContent;

/** The listing is above its units' rows. A place of one unit may have the same name twice. */
export function wholeNameOfRow(row) {
  const listing = calendar.querySelector(`[data-row="${row.dataset.listing}"]`);
  const names = new Set([listing && nameOfRow(listing), nameOfRow(row)]);
  return [...names].filter(Boolean).join(', ');
}

/** The nights `[first, end)`, as the bar's classes say. */
function nightsOfBar(bar, track) {
  const line = (letter) => Number(new RegExp(`(?:^| )${letter}(\\d+)`).exec(bar.className)?.[1] ?? 1);
  const first = bar.classList.contains('cut-start') ? 0 : (line('s') - 2) / 2;
  const end = bar.classList.contains('cut-end') ? daysPerTrack : (line('e') - 2) / 2;
  return { first: first + track * daysPerTrack, end: end + track * daysPerTrack };
}

/** Nights of preparation are taken too. */
export function barAt(row, day) {
  const index = Math.floor(day / daysPerTrack);
  const bars = tracksOf(row)[index]?.querySelectorAll('.bar, .prep') ?? [];
  return [...bars].find((bar) => {
    const { first, end } = nightsOfBar(bar, index);
    return day >= first && day < end;
  });
}

export function dayUnder({ clientX }, row) {
  const tracks = tracksOf(row);
  const found = tracks.findIndex((track) => clientX < track.getBoundingClientRect().right);
  const index = found === -1 ? tracks.length - 1 : found;
  const { left, width } = tracks[index].getBoundingClientRect();
  const day = Math.floor(((clientX - left) / width) * daysPerTrack);
  return Math.min(Math.max(day, 0), daysPerTrack - 1) + index * daysPerTrack;
}

/** From one day towards another, as far as none is taken. */
export function freeDays(row, start, to) {
  const step = to < start ? -1 : 1;
  let last = start;
  while (last !== to && last + step >= 0 && !barAt(row, last + step)) last += step;
  return { first: Math.min(start, last), last: Math.max(start, last) };
}

/** The arrow keys lead to names and bars, so that Tab passes them all at once. */
function prepare(part) {
  for (const link of part.querySelectorAll('.cal-name a, a.bar')) link.tabIndex = -1;
}

/** At the right, so that nothing moves. */
export async function loadNextDays() {
  if (isLoading) return;
  isLoading = true;
  try {
    const answer = await fetch(calendar.dataset.next);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const next = page.querySelector('[data-calendar]');
    if (!answer.ok || !next) return;
    for (const row of calendar.querySelectorAll('[data-row]')) {
      const same = next.querySelector(`[data-row="${row.dataset.row}"] .track`);
      const track = document.importNode(same ?? document.createElement('div'), true);
      track.className = 'track later';
      row.append(track);
    }
    prepare(calendar);
    calendar.dataset.next = next.dataset.next;
  } catch {
    // Without a connection nothing is added. The link to the later days shows the browser's own error page.
  } finally {
    isLoading = false;
  }
}

if (calendar) {
  const isAtEnd = () => calendar.scrollLeft + calendar.clientWidth >= calendar.scrollWidth - 60;
  const follow = () => isAtEnd() && loadNextDays();
  calendar.addEventListener('scroll', () => calendar.scrollLeft > 0 && follow(), { passive: true });
  calendar.addEventListener('wheel', ({ deltaX }) => deltaX > 0 && follow(), { passive: true });
  prepare(calendar);
}
