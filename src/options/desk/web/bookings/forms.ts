import { defineForm, longText, optionalAmount, unmarked } from '../../../../web/form-table.ts';

export const NOTES = defineForm({
  notes: unmarked(longText('Your team’s notes')),
  special_requests: unmarked(longText('The guest’s requests')),
});

export const defineCancellation = (currency: string) =>
  defineForm({ fee: optionalAmount('The fee', currency), reason: longText('Reason') });
