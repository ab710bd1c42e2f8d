import { EMPTY_HTML, type Html, html } from '../views/html.ts';
import { type FilesOfPages, renderBrand, renderWholePage } from '../views/layout.ts';
import { toServiceRoot } from '../views/navigation.ts';

type StartView = {
  files: FilesOfPages;
  /** The path of the booking sites. Null if the installation has none. */
  sites: string | null;
  demoTeam: string;
};

/** With the demo, the page at `/`. */
export function startPage({ files, sites, demoTeam }: StartView): Html {
  const { root } = files;
  const home = toServiceRoot(root);
  return renderWholePage(files, {
    title: 'Innkeep',
    frame: 'alone',
    side: renderBrand(files, `${home}/`),
    body: html`
<section class="card">
<h1>Innkeep is running</h1>
<p class="lead">It keeps the listings, prices and bookings of teams that rent out places to stay.</p>
<ul class="choices">
${sites === null ? EMPTY_HTML : html`<li><a class="stacked" href="${sites}/${demoTeam}"><strong>Booking page of the demo</strong> <span>What guests see: places, free dates and whole prices</span></a></li>`}
<li><a class="stacked" href="${root}"><strong>Team pages</strong> <span>Sign in: arrivals of today, the calendar, bookings, guests and prices</span></a></li>
<li><a class="stacked" href="${home}/docs"><strong>API reference</strong> <span>Every request, with examples and a form to try it</span></a></li>
</ul>
</section>
${sites === null ? EMPTY_HTML : html`<p class="aside">Every team has a booking page at <code>${sites}/</code> followed by its short name.</p>`}`,
  });
}
