-- Units that are sold now count as sold since their first booking or since their listing was made, whichever is earlier.
INSERT INTO "sellable_days" ("team_id", "unit_id", "days")
SELECT unit.team_id, unit.id,
	CASE WHEN unit.active AND listing.status = 'active' AND (building.id IS NULL OR building.status = 'active')
	THEN datemultirange(daterange(least(
		(listing.created_at AT TIME ZONE listing.timezone)::date,
		(SELECT min(night.start_date) FROM occupancies AS night
			WHERE night.team_id = unit.team_id AND night.unit_id = unit.id AND night.booking_id IS NOT NULL)), NULL))
	ELSE '{}' END
FROM units AS unit
JOIN listings AS listing ON listing.team_id = unit.team_id AND listing.id = unit.listing_id
LEFT JOIN listings AS building ON building.team_id = listing.team_id AND building.id = listing.building_id;
