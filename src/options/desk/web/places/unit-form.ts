import type { Unit } from '../../../../services/catalogue/units.ts';
import { defineForm, required } from '../../../../web/form-table.ts';

export const UNIT = defineForm({ name: required('Name') });

export const computeUnitVersion = ({ name }: Unit): string => UNIT.computeVersion({ name });
