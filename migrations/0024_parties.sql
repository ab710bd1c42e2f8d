ALTER TABLE "fees" DROP CONSTRAINT "fees_basis_known";--> statement-breakpoint
ALTER TABLE "fees" DROP CONSTRAINT "fees_percent_or_amount";--> statement-breakpoint
ALTER TABLE "taxes" DROP CONSTRAINT "taxes_basis_known";--> statement-breakpoint
ALTER TABLE "taxes" DROP CONSTRAINT "taxes_percent_or_amount";--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "children_ages" smallint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "infants" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "pets" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "extras" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "fees" ADD COLUMN "ages_from" smallint;--> statement-breakpoint
ALTER TABLE "fees" ADD COLUMN "ages_to" smallint;--> statement-breakpoint
ALTER TABLE "fees" ADD COLUMN "valid_from" date;--> statement-breakpoint
ALTER TABLE "fees" ADD COLUMN "valid_until" date;--> statement-breakpoint
ALTER TABLE "fees" ADD COLUMN "optional" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "fees" ADD COLUMN "max_quantity" smallint;--> statement-breakpoint
ALTER TABLE "taxes" ADD COLUMN "max_amount_cents" bigint;--> statement-breakpoint
ALTER TABLE "taxes" ADD COLUMN "ages_from" smallint;--> statement-breakpoint
ALTER TABLE "taxes" ADD COLUMN "ages_to" smallint;--> statement-breakpoint
ALTER TABLE "taxes" ADD COLUMN "valid_from" date;--> statement-breakpoint
ALTER TABLE "taxes" ADD COLUMN "valid_until" date;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "max_children" integer;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "max_infants" integer;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "max_pets" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "extra_child_nightly_cents" bigint;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "infant_age" smallint DEFAULT 2 NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_party_in_range" CHECK (cardinality(children_ages) <= 100 and infants between 0 and cardinality(children_ages) and number_of_guests >= cardinality(children_ages) - infants and pets between 0 and 100);--> statement-breakpoint
ALTER TABLE "fees" ADD CONSTRAINT "fees_ages_in_range" CHECK ((ages_from is null and ages_to is null) or (basis in ('guest', 'guest_night', 'percent_guest_night') and ages_from between 0 and 18 and (ages_to is null or ages_to between ages_from and 17)));--> statement-breakpoint
ALTER TABLE "fees" ADD CONSTRAINT "fees_dates_in_order" CHECK (valid_until >= valid_from);--> statement-breakpoint
ALTER TABLE "fees" ADD CONSTRAINT "fees_optional_has_quantity" CHECK (optional = (max_quantity is not null));--> statement-breakpoint
ALTER TABLE "fees" ADD CONSTRAINT "fees_optional_not_percent" CHECK (not optional or basis <> 'percent');--> statement-breakpoint
ALTER TABLE "fees" ADD CONSTRAINT "fees_max_quantity_in_range" CHECK (max_quantity between 1 and 100);--> statement-breakpoint
ALTER TABLE "fees" ADD CONSTRAINT "fees_basis_known" CHECK (basis in ('stay', 'night', 'guest', 'guest_night', 'pet', 'pet_night', 'percent'));--> statement-breakpoint
ALTER TABLE "fees" ADD CONSTRAINT "fees_percent_or_amount" CHECK ((basis in ('percent', 'percent_guest_night')) = (percent_ppm is not null) and (percent_ppm is null) = (amount_cents is not null));--> statement-breakpoint
ALTER TABLE "taxes" ADD CONSTRAINT "taxes_ages_in_range" CHECK ((ages_from is null and ages_to is null) or (basis in ('guest', 'guest_night', 'percent_guest_night') and ages_from between 0 and 18 and (ages_to is null or ages_to between ages_from and 17)));--> statement-breakpoint
ALTER TABLE "taxes" ADD CONSTRAINT "taxes_dates_in_order" CHECK (valid_until >= valid_from);--> statement-breakpoint
ALTER TABLE "taxes" ADD CONSTRAINT "taxes_max_amount_not_negative" CHECK (max_amount_cents >= 0);--> statement-breakpoint
ALTER TABLE "taxes" ADD CONSTRAINT "taxes_max_amount_of_person_night" CHECK (max_amount_cents is null or basis = 'percent_guest_night');--> statement-breakpoint
ALTER TABLE "taxes" ADD CONSTRAINT "taxes_basis_known" CHECK (basis in ('stay', 'night', 'guest', 'guest_night', 'pet', 'pet_night', 'percent', 'percent_guest_night'));--> statement-breakpoint
ALTER TABLE "taxes" ADD CONSTRAINT "taxes_percent_or_amount" CHECK ((basis in ('percent', 'percent_guest_night')) = (percent_ppm is not null) and (percent_ppm is null) = (amount_cents is not null));--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_party_in_range" CHECK (max_children >= 0 and max_children <= 1000 and max_infants between 0 and 1000 and max_pets between 0 and 100);--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_extra_child_not_negative" CHECK (extra_child_nightly_cents >= 0);--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_infant_age_in_range" CHECK (infant_age between 0 and 5);