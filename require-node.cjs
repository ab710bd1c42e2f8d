// Ends npm's scripts with one line if Node.js is too old to run Innkeep. Any version of Node.js can read this file.
const NEEDED = 26;

if (Number.parseInt(process.versions.node, 10) < NEEDED) {
  process.stderr.write(
    `innkeep: this is Node.js ${process.versions.node}, and Innkeep needs ${NEEDED} or newer. "npm ci" installs it, if optional packages are not left out.\n`,
  );
  process.exit(1);
}
