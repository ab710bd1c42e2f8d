export const PICTURE_INVARIANTS: Record<string, string> = {
  'every stored picture that a photo names is there': `
    select count(*) from photos p
      cross join lateral (values (p.original_url), (p.medium_url), (p.thumbnail_url)) as named(address)
      join teams t on t.id = p.team_id
    where named.address like '/media/%' and not exists (select from photo_files f
      where f.team_id = p.team_id and named.address = '/media/' || t.slug || '/' || f.hash || '.webp')`,

  'every stored picture belongs to a photo': `
    select count(*) from photo_files f join teams t on t.id = f.team_id
    where not exists (select from photos p where p.team_id = f.team_id
      and '/media/' || t.slug || '/' || f.hash || '.webp' in (p.original_url, p.medium_url, p.thumbnail_url))`,

  'the name of a stored picture is made from its content': `
    select count(*) from photo_files where hash <> left(encode(sha256(content), 'hex'), 32)`,
};
