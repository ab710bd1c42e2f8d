ALTER TABLE "teams" ADD COLUMN "site_headline" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "site_color" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "logo_url" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "icon_url" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "touch_icon_url" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "cover_url" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "cover_medium_url" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "cover_thumbnail_url" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "photo_files" ADD COLUMN "format" text COLLATE "C" DEFAULT 'webp' NOT NULL;--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_site_color_is_hexadecimal" CHECK (site_color ~ '^#[0-9a-f]{6}$') NOT VALID;--> statement-breakpoint
ALTER TABLE "photo_files" ADD CONSTRAINT "photo_files_format_known" CHECK (format in ('webp', 'png')) NOT VALID;--> statement-breakpoint
ALTER TABLE "teams" VALIDATE CONSTRAINT "teams_site_color_is_hexadecimal";--> statement-breakpoint
ALTER TABLE "photo_files" VALIDATE CONSTRAINT "photo_files_format_known";