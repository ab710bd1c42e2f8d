/** The first and last day of each view of the front desk, counted from today. */
export const DESK_VIEWS = {
  yesterday: { first: -1, last: -1 },
  today: { first: 0, last: 0 },
  tomorrow: { first: 1, last: 1 },
  week: { first: 0, last: 6 },
} as const satisfies Record<string, { first: number; last: number }>;
export type DeskView = keyof typeof DESK_VIEWS;

export const isDeskView = (value: unknown): value is DeskView =>
  typeof value === 'string' && Object.hasOwn(DESK_VIEWS, value);
