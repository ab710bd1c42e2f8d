/**
 * The demo team with photographs in place of its drawings, and with a look of its own, for tests and pictures of pages.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { harbourTeam } from '../../examples/demo/harbour.ts';
import { logo, photograph, SHAPES, type Shot, writePhotographs } from './photographs.ts';

const COLOUR = '#8a3b2c';

const SEA_LOFT: readonly Shot[] = [
  ['sea', 'lying', 'The river from the kitchen table'],
  ['room', 'lying', 'The bedroom to the river'],
  ['door', 'standing', 'The door on Rua dos Remédios'],
  ['table', 'lying', 'Dinner on the roof'],
  ['night', 'lying', 'The other bank at night'],
  ['sea', 'panorama', 'From one bridge to the other'],
  ['room', 'square', 'The bedroom under the beam'],
  ['house', 'lying', 'The house from the street'],
  ['door', 'tall', 'Sixty-four steps, and the door'],
  ['table', 'square', 'The living room'],
  ['room', 'standing', 'A bed below the window'],
  ['night', 'square', 'Lit windows'],
];

/** The shots of the other places begin with what a host would take first. */
const OTHERS: Readonly<Record<string, readonly Shot[]>> = {
  'tile-house': [
    ['house', 'standing', 'The front'],
    ['room', 'lying', 'A bedroom'],
    ['table', 'lying', 'The courtyard'],
  ],
  'tide-boat': [
    ['night', 'lying', 'On deck at night'],
    ['sea', 'lying', 'The river in the morning'],
  ],
  'ginjal-rooms': [['room', 'square', 'A room to the quay']],
  'pier-house': [
    ['house', 'lying', 'The house on the pier'],
    ['sea', 'panorama', 'The bay'],
    ['table', 'lying', 'The veranda'],
    ['night', 'lying', 'At night'],
  ],
  'pier-double': [['room', 'lying', 'A double room']],
  'pier-family': [['room', 'standing', 'The family room']],
  'pier-attic': [['door', 'tall', 'The stairs to the attic']],
  'surf-cabins': [['sea', 'panorama', 'The beach below the cabins']],
  'blackberry-farm': [['table', 'lying', 'Under the vines']],
  'fishermans-cottage': [['door', 'standing', 'The blue door']],
};

/** `folder` gets the pictures, and is the one to import the team file with. */
export async function photographedTeam(today: string, folder: string) {
  const team = harbourTeam(today);
  const listings = [];
  for (const listing of team.listings) {
    const shots = listing.slug === 'sea-loft' ? SEA_LOFT : (OTHERS[listing.slug] ?? []);
    listings.push({ ...listing, photos: await writePhotographs(folder, listing.slug, shots) });
  }
  await writeFile(path.join(folder, 'logo.png'), await logo('H', COLOUR));
  await writeFile(path.join(folder, 'cover.jpg'), await photograph('sea', SHAPES.lying, 5));
  return {
    ...team,
    team: {
      ...team.team,
      site_color: COLOUR,
      site_headline: 'Wake up above the water',
      site_sentence:
        'Lofts, boats and houses by the river and the sea, let by the people who live next door.',
      logo_file: 'logo.png',
      cover_file: 'cover.jpg',
      contact: { email: 'ana@harbour.example', phone: '+351 210 000 000', website: null },
    },
    listings,
  };
}
