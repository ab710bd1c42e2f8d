/**
 * Every promise that the reliability run tests, in the order of the page: its target, and how its figures are worded.
 */

export const ROWS = {
  'same-dates': {
    title: 'The same dates',
    toReach:
      'Exactly one is accepted, the rest are refused with a 422; no 5xx, no deadlock, p99 under 500 ms.',
  },
  'mixed-writes': {
    title: 'Creating, changing and cancelling at once',
    toReach: 'The checker finds nothing.',
  },
  'making-room': {
    title: 'Bookings that move to make room, among all kinds of writes',
    toReach:
      'No overlap and no deadlock. Every move has its event, and nothing that is pinned or blocked moves.',
  },
  'building-and-units': {
    title: 'A whole building against its units',
    toReach: 'No deadlock, p99 under 250 ms.',
  },
  'last-ones': {
    title: 'The last redemption of a coupon, the last unit of several',
    toReach: 'Exactly as many as there are.',
  },
  'lapsed-holds': {
    title: 'The nights and the coupon of a hold that has just lapsed, for real',
    toReach:
      'Taken until that second and free from it on; one of 200 gets them; no 5xx, no deadlock; the hold ends once, also after a kill -9.',
  },
  'site-bookings': {
    title: 'Bookings from the booking site, by many visitors at once',
    toReach:
      'The nights go to one of them; two requests of a guest wait, never three; a request is confirmed or withdrawn, never both; nobody books at a price that they have not seen.',
  },
  'calendar-feeds': {
    title: 'Readings of calendar feeds against bookings that are being made',
    toReach: 'No overlap, no deadlock; every event is taken or a conflict, told once, and gone once it is.',
  },
  'cancelling-at-once': {
    title: 'A booking cancelled many times at once, and changed meanwhile',
    toReach: 'One 200 each, and its effects once.',
  },
  kills: {
    title: 'kill -9 under load',
    toReach: 'Nothing that was acknowledged is lost; no transaction is open after 5 s.',
  },
  'postgres-goes-away': {
    title: 'PostgreSQL restarts, and its backends are terminated',
    toReach: 'The process lives on, answers nothing worse than a 503 with Retry-After, and loses nothing.',
  },
  'stuck-database': {
    title: 'Frozen backends, swallowed bytes, a full pool, a blocked row',
    toReach: 'Nothing waits past its deadline, other units are served, the pool is whole again within 3 s.',
  },
  'stopping-under-load': {
    title: 'SIGTERM under load',
    toReach: 'What is under way is finished, and the process exits 0 within 10 s.',
  },
  'migrating-at-once': {
    title: 'Two processes migrate at once, and one is killed half-way',
    toReach: 'Both end well, with one row for each migration.',
  },
  'event-feed': {
    title: 'The feed of events, while many write',
    toReach:
      'Every reader sees each event once, from 1 without a gap; at least 0.6 of the writes without readers.',
  },
  'webhook-kills': {
    title: 'kill -9 of a server that delivers webhooks',
    toReach:
      'Every event arrives, none before an earlier one of its booking; twice only what was under way at a kill.',
  },
  'outgoing-requests': {
    title: 'Inner addresses as webhooks and calendar feeds',
    toReach: 'None is saved, and none that was saved before is called.',
  },
  'revocation-in-use': {
    title: 'A token revoked while it is in use, over two processes',
    toReach: 'Nothing that starts after the answer to the revocation succeeds.',
  },
  'cross-team-sweep': {
    title: "Another team's ids, in every place of every route",
    toReach: 'The answer is that for an id that nobody has; a route that is not swept fails.',
  },
  canaries: {
    title: 'Private texts, looked for where they must not be',
    toReach: "Never in another team's answer, a public one or the log.",
  },
  fuzz: {
    title: 'Requests drawn from the OpenAPI document, whole and broken',
    toReach: 'Never a 5xx, and every answer is as the document says.',
  },
  'calendar-arithmetic': {
    title: 'Every day of the calendar, in four time zones',
    toReach: 'Exact, and the same everywhere.',
  },
  model: {
    title: 'The service against a model of it',
    toReach: 'No difference.',
  },
  guards: {
    title: 'Every guard taken out, one at a time',
    toReach: 'At least one test fails without it.',
  },
  'cluster-faults': {
    title: 'A Citus cluster whose workers are killed, frozen and added',
    toReach:
      'A 503 for the teams of a lost worker alone, and served again within 10 s; nothing that was acknowledged is lost.',
  },
  soak: {
    title: 'Half an hour with everything switched on',
    toReach: 'No 5xx, no memory that grows, nothing lost, and every event delivered once.',
  },
  mutations: {
    title: 'Mutations of src/domain',
    toReach: 'At least 97 % are noticed.',
  },
  'mutations-bookings': {
    title: 'Mutations of the services for bookings',
    toReach: 'At least 90 % are noticed.',
  },
  'mutations-search': {
    title: 'Mutations of the search',
    toReach: 'At least 90 % are noticed.',
  },
  'mutations-feeds': {
    title: 'Mutations of the feed of events and of calendar feeds',
    toReach: 'At least 90 % are noticed.',
  },
  'owasp-api-top-ten': {
    title: 'The OWASP API Security top ten',
    toReach: 'One test or more for each, passed.',
  },
} as const;

export type RowName = keyof typeof ROWS;
