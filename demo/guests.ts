import type { GuestEntry } from './entries.ts';

/** Two guests without an email have these ids, so that their bookings can refer to them. */
const TERESA = '01970000-0000-7000-8000-000000000001';
const HENRIQUE = '01970000-0000-7000-8000-000000000002';

/** The guests by the short names that the stays use. */
export const GUESTS = {
  bea: { email: 'bea@example.com', name: 'Bea Lind', phone: '+46 70 123 45 67' },
  juergen: { email: 'j.gross@example.org', name: 'Jürgen Groß', phone: '+49 151 23456789' },
  chloe: { email: 'chloe.lefevre@example.net', name: 'Chloé Lefèvre', phone: '+33 6 12 34 56 78' },
  siobhan: { email: 'siobhan@example.com', name: 'Siobhán O’Connor', phone: '+353 87 123 4567' },
  misaki: { email: 'misaki.tanaka@example.jp', name: '田中 美咲', phone: '+81 90-1234-5678' },
  wei: { email: 'wang.xiaoming@example.com', name: '王小明', phone: null },
  seoyeon: { email: 'seoyeon.kim@example.org', name: '김서연', phone: '+82 10-1234-5678' },
  alexandros: { email: 'alexandros@example.gr', name: 'Αλέξανδρος Παπαδόπουλος', phone: '+30 691 234 5678' },
  oleksandra: { email: 'o.shevchenko@example.com', name: 'Олександра Шевченко', phone: '+380 50 123 4567' },
  maryam: { email: 'maryam@example.net', name: 'مريم الحسن', phone: '+971 50 123 4567' },
  david: { email: 'david.levi@example.org', name: 'דוד לוי', phone: '+972 50-123-4567' },
  ananya: { email: 'ananya.sharma@example.in', name: 'अनन्या शर्मा', phone: '+91 98765 43210' },
  thanaporn: { email: 'thanaporn@example.com', name: 'ธนพร ศรีสุข', phone: null },
  mai: { email: 'mai.nguyen@example.net', name: 'Nguyễn Thị Mai', phone: '+84 91 234 56 78' },
  lukasz: { email: 'lukasz.w@example.pl', name: 'Łukasz Wiśniewski', phone: '+48 601 234 567' },
  tomas: { email: 'tomas.dvorak@example.cz', name: 'Tomáš Dvořák', phone: '+420 601 234 567' },
  olafur: { email: 'olafur@example.is', name: 'Ólafur Þórðarson', phone: '+354 612 3456' },
  asa: { email: 'asa.oberg@example.se', name: 'Åsa Öberg', phone: '+46 73 987 65 43' },
  zoe: { email: 'zoe@example.nl', name: 'Zoë van der Berg', phone: '+31 6 12345678' },
  nuria: { email: 'nuria.ferrer@example.es', name: 'Núria Ferrer i Puig', phone: '+34 612 345 678' },
  thiago: { email: 'thiago.goncalves@example.com', name: 'Thiago Gonçalves', phone: '+55 11 91234-5678' },
  aylin: { email: 'aylin.yildiz@example.com', name: 'Aylin Yıldız', phone: '+90 532 123 45 67' },
  fatoumata: { email: 'fatou.diallo@example.org', name: 'Fatoumata Diallo', phone: '+221 77 123 45 67' },
  giorgi: { email: 'giorgi@example.net', name: 'გიორგი ბერიძე', phone: '+995 555 12 34 56' },
  ani: { email: 'ani.sargsyan@example.com', name: 'Անի Սարգսյան', phone: null },
  james: {
    email: 'james@example.com',
    name: 'James O. Whitfield',
    phone: '+1 202-555-0147',
    notes: 'Third stay with us. Brings his own espresso machine.',
  },
  keola: { email: 'keola@example.org', name: 'Keola Kahananui', phone: '+1 808-555-0123' },
  tane: { email: 'tane.ngata@example.nz', name: 'Tāne Ngata', phone: '+64 21 123 4567' },
  ngugi: { email: 'ngugi.kamau@example.com', name: 'Ngũgĩ Kamau', phone: '+254 712 345678' },
  priya: { email: 'priya.raman@example.co', name: 'Priya Raman', phone: '+44 20 7946 0958' },
  teresa: {
    id: TERESA,
    name: 'Maria Teresa Falcão',
    phone: '+351 912 345 678',
    notes: 'Rings; has no email.',
  },
  henrique: { id: HENRIQUE, name: 'Henrique Sousa Pinto', phone: '+351 21 345 6789' },
} satisfies Record<string, Omit<GuestEntry, 'created_at' | 'updated_at'>>;

export type GuestKey = keyof typeof GUESTS;

/** How a booking names its guest: by email, or by id if the guest has no email. */
export function referenceOf(key: GuestKey): string {
  const guest: Pick<GuestEntry, 'id' | 'email'> = GUESTS[key];
  return guest.email ?? guest.id ?? '';
}
