/** PostgreSQL's `hashint8` of a team's id, which Citus uses to find the shard of its rows. */
export function hashOfTeam(teamId: number): number {
  const low = ((teamId % 2 ** 32) ^ Math.floor(teamId / 2 ** 32)) | 0;
  // `hash_bytes_uint32`: Bob Jenkins' mixing of one word.
  let a = START;
  let b = START;
  let c = START;
  a = (a + low) | 0;
  c = ((c ^ b) - rotated(b, 14)) | 0;
  a = ((a ^ c) - rotated(c, 11)) | 0;
  b = ((b ^ a) - rotated(a, 25)) | 0;
  c = ((c ^ b) - rotated(b, 16)) | 0;
  a = ((a ^ c) - rotated(c, 4)) | 0;
  b = ((b ^ a) - rotated(a, 14)) | 0;
  return ((c ^ b) - rotated(b, 24)) | 0;
}

const START = (0x9e3779b9 + 4 + 3_923_095) | 0;
const rotated = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits));
