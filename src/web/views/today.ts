import { html } from 'ghtml';
import type { Html } from './layout.ts';
import { notice } from './parts.ts';

export const todayPage = ({ said }: { said: string | null }): Html => html`
<div class="head"><h1>Today</h1></div>
!${said ? notice(said) : ''}`;
