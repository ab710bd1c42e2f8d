/** Amounts for readers, and as they type them. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  const format = formats.get(currency) ?? new Intl.NumberFormat('en-GB', { style: 'currency', currency });
  formats.set(currency, format);
  return format;
}

const digitsOf = (currency: string): number =>
  formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2;

/** "€1,234.50" of 123450 cents; "JP¥1,234" of 1234, because the yen has no decimals. */
export const money = (cents: number, currency: string): string =>
  formatOf(currency).format(typedAmount(cents, currency) as Intl.StringNumericLiteral);

/** "1234.50": the amount in a field. */
export function typedAmount(cents: number, currency: string): string {
  const digits = digitsOf(currency);
  if (digits === 0) return String(cents);
  const text = String(Math.abs(cents)).padStart(digits + 1, '0');
  return `${cents < 0 ? '-' : ''}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** The cents of "1234.5" or "1234,50". Null if the text is no amount of the currency. */
export function centsOf(text: string, currency: string): number | null {
  const digits = digitsOf(currency);
  const [, whole = '', fraction = ''] = /^(\d{1,13})(?:[.,](\d+))?$/.exec(text.trim()) ?? [];
  if (whole === '' || fraction.length > digits) return null;
  return Number(whole + fraction.padEnd(digits, '0'));
}
