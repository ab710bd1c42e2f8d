import { encode } from 'uqr';
import { type Html, html } from './html.ts';

/** Modules around the code, as ISO 18004 demands. */
const BORDER = 4;

/** Dark on light also at night, because some cameras read nothing else. */
export function renderQrCode(text: string, label: string): Html {
  const { size, data } = encode(text, { border: BORDER });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path fill="#000" d="${squares.join('')}"/></svg>`;
}
