import { dayNumber, dateOfDayNumber } from '../src/domain/stay.ts';
let bad=0; for (let d=-200000; d<200000; d++){ const s=dateOfDayNumber(d); if(s.length===10&&(dayNumber(s)!==d)) bad++; if (s.length===10 && new Date(d*864e5).toISOString().slice(0,10)!==s) bad++; }
console.log('bad',bad);
