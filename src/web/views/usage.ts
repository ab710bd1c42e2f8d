import { html } from 'ghtml';
import type { Html } from './layout.ts';

/** `address` is where this very server is reached, without a slash at the end. */
export const usagePage = (address: string): Html => html`
<h1>Using a token</h1>
<section class="card">
<ol class="steps">
<li>Send the token in the <code>Authorization</code> header of every request to <code class="name">${address}/v1</code>, behind the word <code>Bearer</code>.</li>
<li>Keep it on a server: in a secret store or an environment variable, and never in a web page or an app.</li>
</ol>
<h2>Try it</h2>
<p>Put a token into <code>TOKEN</code>; the answer says which team it speaks for.</p>
<pre class="secret" tabindex="0" role="region" aria-label="A request with curl"><code>curl -H "Authorization: Bearer $TOKEN" ${address}/v1/me</code></pre>
</section>
<p class="aside">Every request stands in the <a href="${address}/docs">reference</a>, to read and to try out.</p>
<p class="aside">What a booking site shows to anyone needs no token: it is under <code class="name">${address}/v1/public</code>.</p>`;
