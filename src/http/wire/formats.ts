import { z } from 'zod';

export const instantSchema = z.string();
export const nullableText = z.string().nullable();
