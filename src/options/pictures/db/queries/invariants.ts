const PATH_OF_FILE = `'/media/' || t.slug || '/' || f.hash || '.' || f.format`;
const ADDRESSES_OF_PHOTO = 'p.original_url, p.medium_url, p.thumbnail_url';
const ADDRESSES_OF_TEAM =
  't.logo_url, t.icon_url, t.touch_icon_url, t.cover_url, t.cover_medium_url, t.cover_thumbnail_url';

export const PICTURE_INVARIANTS: Record<string, string> = {
  'every stored picture that a photo names is there': `
    select count(*) from photos p
      cross join lateral unnest(array[${ADDRESSES_OF_PHOTO}]) as named(address)
      join teams t on t.id = p.team_id
    where named.address like '/media/%' and not exists (select from photo_files f
      where f.team_id = p.team_id and named.address = ${PATH_OF_FILE})`,

  // By a table that is spread by team, because a Citus cluster joins none to the copied table of teams alone.
  'every stored picture that a team names is there': `
    select count(*) from catalogue_versions v
      join teams t on t.id = v.team_id
      cross join lateral unnest(array[${ADDRESSES_OF_TEAM}]) as named(address)
    where named.address is not null and not exists (select from photo_files f
      where f.team_id = v.team_id and named.address = ${PATH_OF_FILE})`,

  'every stored picture belongs to a photo or a team': `
    select count(*) from photo_files f join teams t on t.id = f.team_id
    where not coalesce(${PATH_OF_FILE} = any(array[${ADDRESSES_OF_TEAM}]), false)
      and not exists (select from photos p where p.team_id = f.team_id
        and ${PATH_OF_FILE} in (${ADDRESSES_OF_PHOTO}))`,

  'the name of a stored picture is made from its content': `
    select count(*) from photo_files where hash <> left(encode(sha256(content), 'hex'), 32)`,
};
