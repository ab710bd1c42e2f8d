import { finishInPieces as finish } from '../db/in-pieces.ts';
import type { Steps } from '../domain/steps.ts';

/** The same for the layers that do not know the database: does long work in short pieces between other requests. */
export const finishInPieces = <Result>(work: Steps<Result>): Promise<Result> => finish(work);
