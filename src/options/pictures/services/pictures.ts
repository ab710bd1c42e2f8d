/** Pictures of photos and teams (docs/rules.md, 5.9, 5.10 and 15.16). */
import { LRUCache } from 'lru-cache';
import type { Database } from '../../../db/client.ts';
import {
  type Picture,
  type PictureContent,
  type Pictures,
  UnusablePicture,
} from '../../../services/catalogue/pictures.ts';
import { Overloaded } from '../../../services/errors.ts';
import { createShares, type Holder } from '../../../services/sharing/shares.ts';
import { createTurns } from '../../../services/sharing/turns.ts';
import { createConverters, type FileToConvert } from './converters.ts';
import { judgePicture } from './judge.ts';
import { type PictureStore, postgresPictureStore } from './picture-store.ts';
import { createUploadFolder } from './upload-folder.ts';

const AT_WORK = { process: 2 };
/** Being converted or waiting for it. */
const IN_LINE = { process: 22, team: 12 };
/** For a turn. More than twenty of the largest pictures can be converted in this time. */
const MAX_WAIT_MS = 100_000;
const MIB = 1_048_576;
/** Kept in memory. A picture on a page has some 100 KiB. */
const MAX_HOT_BYTES = 32 * MIB;
/** Another process may delete a picture, so it is read again after this time. */
const MAX_HOT_MS = 10_000;
/** Most connections to the database stay free for others. */
const READ_AT_ONCE = { process: 4 };
const MAX_READ_WAIT_MS = 4_000;

type NamedPicture = { teamId: number; hash: string; caller: Holder['caller'] };
const buildKey = ({ teamId, hash }: Pick<NamedPicture, 'teamId' | 'hash'>): string => `${teamId}/${hash}`;

/** What the core needs of pictures, and what their routes do. */
export type PictureService = Pictures & {
  /** Null if the team has no such picture. */
  read(picture: NamedPicture & Pick<Picture, 'format'>): Promise<Buffer | null>;
  close(): Promise<void>;
};

/** `teamMib` is the maximum for one team's pictures. With 0, no picture is accepted. */
export function createPictures(
  db: Database,
  teamMib: number,
  store: PictureStore = postgresPictureStore,
): PictureService {
  const readTurns = createTurns({ atOnce: READ_AT_ONCE, waitMs: MAX_READ_WAIT_MS });
  /**
   * Requests that come while a picture is being read share the reading. A picture that is deleted meanwhile
   * is not kept.
   */
  const hot = new LRUCache<string, PictureContent, NamedPicture>({
    maxSize: MAX_HOT_BYTES,
    sizeCalculation: ({ content }) => Math.max(1, content.length),
    ttl: MAX_HOT_MS,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: { teamId, hash, caller } }) => {
      const read = () => store.read(db, teamId, hash);
      return (await readTurns.run({ team: teamId, caller }, read)) ?? undefined;
    },
  });
  const uploads = createUploadFolder();
  const converters = createConverters();
  const turns = createTurns({ atOnce: AT_WORK, waitMs: MAX_WAIT_MS });
  /** Some of them need to be in memory as a whole. */
  const largeTurns = createTurns({ atOnce: { process: 1 }, waitMs: MAX_WAIT_MS });
  const shares = createShares(IN_LINE);

  async function make<Made>(
    picture: FileToConvert & { team: number | null },
    convert: (picture: FileToConvert) => Promise<Made>,
  ): Promise<Made> {
    const { team, ...file } = picture;
    if (teamMib === 0) throw new UnusablePicture('cannot be taken, because no pictures are uploaded here');
    const { isLarge } = await judgePicture(file.file);
    const holder = { team, caller: null };
    const leave = shares.take(holder);
    if (!leave) throw new Overloaded('Too many pictures wait for their turn.');
    const convertInTurn = () => turns.run(holder, () => convert(file));
    try {
      return await (isLarge ? largeTurns.run(holder, convertInTurn) : convertInTurn());
    } finally {
      leave();
    }
  }

  return {
    uploads,

    takesPictures: teamMib > 0,

    convert: (team, file) => make({ team, file, isKept: false }, converters.convert),
    convertLogo: (team, file) => make({ team, file, isKept: false }, converters.convertLogo),
    keepOrConvert: (file) => make({ team: null, file, isKept: true }, converters.convert),
    keepOrConvertLogo: (file) => make({ team: null, file, isKept: true }, converters.convertLogo),

    async add(tx, teamId, made) {
      const byHash = new Map<string, Picture>(Object.values(made).map((picture) => [picture.hash, picture]));
      for (const { hash } of await store.list(tx, teamId, [...byHash.keys()])) byHash.delete(hash);
      const fresh = [...byHash.values()];
      if (fresh.length === 0) return;
      const bytes = fresh.reduce((total, { content }) => total + content.length, 0);
      if ((await store.countBytes(tx, teamId)) + bytes > teamMib * MIB)
        throw new UnusablePicture(`must fit into the ${teamMib} MiB that a team has for its pictures`);
      for (const picture of fresh) await store.insert(tx, teamId, picture);
    },

    list: async (tx, teamId, hashes) => (hashes.length === 0 ? [] : store.list(tx, teamId, hashes)),

    async remove(tx, teamId, hashes) {
      if (hashes.length === 0) return;
      await store.remove(tx, teamId, hashes);
      for (const hash of hashes) hot.delete(buildKey({ teamId, hash }));
    },

    async read({ format, ...picture }) {
      const found = await hot.fetch(buildKey(picture), { context: picture });
      return found?.format === format ? found.content : null;
    },

    readWithin: store.read,

    async close() {
      converters.close();
      await uploads.remove();
    },
  };
}
