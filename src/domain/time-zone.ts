/** Whether a text names a zone of the IANA database. */
export function isTimeZone(text: string): boolean {
  // `Intl` accepts offsets such as "+01:00", but they have no clock changes, and a listing is in a real place.
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
