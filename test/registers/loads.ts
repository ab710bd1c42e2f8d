/** Requests that are dear by their dates or pages, and others that are not. */
import type { Load } from './registers.ts';

export const stay = (check_out: string) => ({ check_in: '2031-06-01', check_out });
export const A_MONTH = '2031-07-02';
export const MORE = '2031-07-03';
const wrongStays = [
  {},
  { check_in: '2031-06-01' },
  stay('soon'),
  { ...stay(MORE), check_in: ['2031-06-01'] },
];

export const byStay: Load = {
  dear: [{ query: stay(MORE) }],
  small: [{ query: stay(A_MONTH) }, ...wrongStays.map((query) => ({ query }))],
};
export const byStayInBody: Load = {
  dear: [{ body: stay(MORE) }],
  small: [{ body: stay(A_MONTH) }, {}, ...wrongStays.map((body) => ({ body }))],
};
export const byPage = {
  dear: [{ query: { per_page: '21' } }],
  small: [{}, { query: { per_page: '20' } }, { query: { per_page: 'all' } }],
};
export const byPageThatEmbeds: Load = {
  dear: [...byPage.dear, { query: { per_page: '21', embed: 'folio' } }],
  small: [...byPage.small, { query: { per_page: '21', embed: '' } }],
};
export const nights = (to: string) => ({ query: { from: '2031-06-01', to } });
