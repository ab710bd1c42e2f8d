/** The forms of calendars that channels give out, as recorded, with other names, dates and numbers. */

const crlf = (lines: string): string => `${lines.trim().replaceAll('\n', '\r\n')}\r\n`;

/** The end before the beginning, UIDs folded over two lines, and the time of the reading as each event's. */
export const AIRBNB = crlf(`
BEGIN:VCALENDAR
PRODID;X-RICAL-TZSOURCE=TZINFO:-//Airbnb Inc//Hosting Calendar 0.8.8//EN
CALSCALE:GREGORIAN
VERSION:2.0
BEGIN:VEVENT
DTEND;VALUE=DATE:20310612
DTSTART;VALUE=DATE:20310608
UID:6fec1092d3fa-6e8be5b9a4d24a1c7e0f35f8a3a3b9c1d2e4f5a6b7c8d9e0f1a2b3c4d5e6
 @airbnb.com
DESCRIPTION:Reservation URL: https://www.airbnb.com/hosting/reservations/det
 ails/HMABCDEFGH\\nPhone Number (Last 4 Digits): 1234
SUMMARY:Reserved
DTSTAMP:20310505T100000Z
END:VEVENT
BEGIN:VEVENT
DTEND;VALUE=DATE:20320506
DTSTART;VALUE=DATE:20320501
UID:7f662ec65913-0cb3bbbbd2dbd1ab2ecd1ef3f7a8b9c0d1e2f3a4b5c6d7e8f9a0b1c2d3e4
 @airbnb.com
SUMMARY:Airbnb (Not available)
DTSTAMP:20310505T100000Z
END:VEVENT
END:VCALENDAR
`);

/** The same words for everything, and no difference between a stay and a closed night. */
export const BOOKING_COM = crlf(`
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//admin.booking.com//NONSGML Booking.com//EN
CALSCALE:GREGORIAN
METHOD:PUBLISH
BEGIN:VEVENT
DTSTART;VALUE=DATE:20310608
DTEND;VALUE=DATE:20310612
UID:0a1b2c3d4e5f60718293a4b5c6d7e8f9@booking.com
SUMMARY: CLOSED - Not available
END:VEVENT
BEGIN:VEVENT
DTSTART;VALUE=DATE:20310612
DTEND;VALUE=DATE:20310613
UID:9f8e7d6c5b4a30291807f6e5d4c3b2a1@booking.com
SUMMARY: CLOSED - Not available
END:VEVENT
END:VCALENDAR
`);

/** Guests' names in the titles, blocks, and now and then times. */
export const VRBO = crlf(`
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//HomeAway.com, Inc.//EN
CALSCALE:GREGORIAN
METHOD:PUBLISH
BEGIN:VEVENT
UID:1b6a3f2c-84d5-4d26-9a3d-3a0c8d1e2f3b
DTSTAMP:20310505T100000Z
DTSTART;VALUE=DATE:20310608
DTEND;VALUE=DATE:20310612
SUMMARY:Reserved - Bea
END:VEVENT
BEGIN:VEVENT
UID:2c7b4a3d-95e6-4e37-8b4e-4b1d9e2f3a4c
DTSTAMP:20310505T100000Z
DTSTART:20310620T150000
DTEND:20310622T110000
SUMMARY:Blocked
END:VEVENT
END:VCALENDAR
`);
