import type { FastifyReply } from 'fastify';
import type { StayDate } from '../../../../../domain/dates/dates.ts';
import type { BookingStatus } from '../../../../../domain/vocabulary.ts';
import type { BookingDetails, Folio } from '../../../../../services/bookings/read.ts';
import type { Notice } from '../../../../../web/flash.ts';
import type { Form } from '../../../../../web/form.ts';
import type { PresentPlace } from '../../../../../web/place-names.ts';
import { presentCount, presentMoney } from '../../../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../../../web/views/html.ts';
import { renderFormErrors, renderNotice } from '../../../../../web/views/parts.ts';
import { createMomentPresenter } from '../../../../../web/views/when.ts';
import { AGREED_WORDS, DEPOSIT_WORDS, DRAFT, INVOICE_WORDS } from '../../../../../web/views/words.ts';
import type { MailOfBooking } from '../../../../mail/services/mails.ts';
import { renderMessagesCard } from '../../../../mail/web/booking-card.ts';
import type { StayDifference } from '../../../services/problems.ts';
import { renderFold } from '../../fold.ts';
import { renderEventList } from '../events.ts';
import { renderBillingCard } from '../folio/billing.ts';
import { renderDepositCard } from '../folio/deposit.ts';
import { renderInvoicesCard } from '../folio/invoices.ts';
import type { FolioView } from '../folio/parts.ts';
import { renderToPayCard } from '../folio/to-pay.ts';
import { renderGuestLink } from '../guest/link.ts';
import { renderHoldCard, renderUnitCard, type UnitChoice } from '../hold-and-unit-cards.ts';
import { renderLinesCard } from '../price/lines-card.ts';
import { renderPriceTable } from '../price/table.ts';
import { renderReferencesCard } from '../references.ts';
import { renderDecisions } from './decisions.ts';
import { renderHead } from './head.ts';
import { renderNotesCard } from './notes-card.ts';
import { renderOverview } from './overview.ts';
import { findOpenParts, type OpenParts } from './parts.ts';

type View = {
  base: string;
  file: BookingDetails;
  /** Payments, invoices and the deposit are for those who may read money. */
  readsMoney: boolean;
  teamZone: string;
  /** At the place. */
  today: StayDate;
  /** Null if the booking's channel says the same. */
  difference: StayDifference | null;
  /** To which the booking may be moved. */
  otherUnits: readonly UnitChoice[];
  /** Of the booking's events. */
  events: { page: number; pages: number };
  /** Of what the events mention, by id. */
  unitNames: ReadonlyMap<string, string>;
  listingNames: ReadonlyMap<string, string>;
  presentPlace: PresentPlace;
  form: Form;
  /** What the form that was just sent has. Empty on an ordinary visit. */
  sent: Form['values'];
  notice: Notice | null;
  mails: readonly MailOfBooking[];
  /** Null unless the member asked for it. */
  guestLink: string | null;
};

const LIVE = { pending: true, confirmed: true, completed: false, cancelled: false } as const satisfies Record<
  BookingStatus,
  boolean
>;

/** What is read every day is open, in the order in which it is asked for. The rest is folded. */
export function bookingPage(reply: FastifyReply, view: View): Html {
  const {
    base,
    file,
    readsMoney,
    teamZone,
    today,
    difference,
    events,
    form,
    guestLink,
    notice,
    presentPlace,
  } = view;
  const { booking, guest, listing } = file.booking;
  const presentMoment = createMomentPresenter(listing.timezone, teamZone);
  const path = `${base}/bookings/${booking.id}`;
  const isLive = LIVE[booking.status];
  const money = { path, presentMoment, folio: file.folio, status: booking.status, today, form };
  const open = findOpenParts(file, {
    values: view.sent,
    saved: notice?.part,
    eventsPage: events.page,
  });
  return html`
<p class="back"><a href="${base}/bookings">All bookings</a></p>
${renderHead({ path, file, isLive, readsMoney })}
${notice === null ? '' : renderNotice(notice.text)}
${renderFormErrors(form)}
${renderDecisions(reply, { base, path, file, readsMoney, difference, today, presentMoment })}
${renderOverview({ base, file, readsMoney, teamZone, presentPlace, presentMoment, guestLink: renderGuestLink(reply, path, guestLink) })}
<div class="columns">
<div>
${readsMoney ? renderToPayCard(reply, money) : ''}
<div class="folds">${renderMoneyFolds(reply, view, { money, open })}</div>
</div>
<div>
${renderNotesCard(reply, { path, booking: file.booking, isLive, form })}
${renderMessagesCard(reply, { base, path, mails: view.mails, hasEmail: guest.email !== null, form, presentMoment })}
<div class="folds">${renderOtherFolds(reply, view, { money, open })}</div>
</div>
</div>`;
}

type Folds = { money: FolioView; open: OpenParts };

function renderMoneyFolds(reply: FastifyReply, view: View, { money, open }: Folds): Html {
  return html`${renderPriceFold(view, { money, open })}
${view.readsMoney ? renderFolioFolds(reply, view, { money, open }) : ''}`;
}

function renderPriceFold({ file }: View, { money, open }: Folds): Html {
  const { path, folio } = money;
  const { booking } = file.booking;
  return renderFold(
    {
      heading: 'price-heading',
      title: 'Price',
      gist: presentMoney(booking.grandTotalCents, folio.currency),
      isOpen: open.price,
    },
    html`<section class="card" id="price" aria-labelledby="price-heading">
${renderPriceTable({ ...booking, lines: booking.priceLines })}
${booking.priceAgreed === null ? '' : html`<p class="faint">Agreed: ${AGREED_WORDS[booking.priceAgreed]}.</p>`}</section>
${renderLinesCard(path, file.booking)}`,
  );
}

function renderFolioFolds(reply: FastifyReply, { file, form }: View, { money, open }: Folds): Html {
  const { path, folio } = money;
  const { deposit, currency } = folio;
  return html`${renderFold(
    {
      heading: 'invoices-heading',
      title: 'Invoices',
      gist: presentLastInvoice(folio),
      isOpen: open.invoices,
    },
    html`${renderInvoicesCard(reply, money)}
${renderBillingCard(reply, { path, file, form })}`,
  )}
${
  deposit === null
    ? EMPTY_HTML
    : renderFold(
        {
          heading: 'deposit-heading',
          title: 'Security deposit',
          gist: `${presentMoney(deposit.amountCents, currency)}, ${DEPOSIT_WORDS[deposit.status].toLowerCase()}`,
          isOpen: open.deposit,
        },
        renderDepositCard(reply, { ...money, deposit }),
      )
}`;
}

function presentLastInvoice({ invoices }: Folio): string {
  const last = invoices.at(-1);
  return last === undefined ? '' : `${last.number ?? DRAFT}, ${INVOICE_WORDS[last.status].toLowerCase()}`;
}

function renderOtherFolds(reply: FastifyReply, view: View, { money, open }: Folds): Html {
  const { file, form, otherUnits, events } = view;
  const { path, presentMoment } = money;
  const { booking, unit } = file.booking;
  const hold = renderFold(
    { heading: 'hold-heading', title: 'Hold', isOpen: open.hold },
    renderHoldCard(reply, { path, form }),
  );
  const { external_reference: reference = '', custom_fields: fields = '' } = form.values;
  return html`${booking.status === 'pending' ? hold : ''}
${
  LIVE[booking.status] && unit !== null
    ? renderFold(
        {
          heading: 'unit-heading',
          title: html`Unit <span class="name">${unit.name}</span>`,
          isOpen: open.unit,
        },
        renderUnitCard(reply, { path, booking: file.booking, otherUnits, form }),
      )
    : ''
}
${renderFold(
  {
    heading: 'references-heading',
    title: 'References',
    gist: [reference, fields.replaceAll('\n', ', ')].filter(Boolean).join(', '),
    isOpen: open.references,
  },
  renderReferencesCard(reply, { path, form }),
)}
${renderFold(
  {
    heading: 'events-heading',
    title: 'What happened',
    gist: presentCount(file.events.total, 'entry', 'entries'),
    isOpen: open.events,
  },
  html`<section class="card" id="events" aria-labelledby="events-heading">
${renderEventList(file.events.rows, { currency: booking.currency, presentMoment, unitNames: view.unitNames, listingNames: view.listingNames })}
${events.pages > 1 ? renderOtherEvents(path, events) : ''}</section>`,
)}`;
}

const renderOtherEvents = (path: string, { page, pages }: View['events']): Html => html`<p class="ways">
${page > 1 ? html`<a href="${path}?page=${page - 1}#events">Earlier</a>` : ''} <span class="faint">Part ${page} of ${pages}</span>
${page < pages ? html`<a href="${path}?page=${page + 1}#events">Later</a>` : ''}</p>`;
