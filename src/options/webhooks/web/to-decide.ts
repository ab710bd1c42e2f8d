import { html } from '../../../web/views/html.ts';
import { type LinesToDecide, renderLinesToDecide } from '../../../web/views/to-decide.ts';
import { listDisabledWebhooks } from '../services/webhooks.ts';

export const webhooksToDecide: LinesToDecide = {
  position: 60,
  async read(scope, { base, limit }) {
    const disabled = await listDisabledWebhooks(scope, limit);
    return renderLinesToDecide(
      disabled,
      ({ id, url, disabledReason }) =>
        html`The webhook <a class="name" href="${base}/webhooks/${id}">${url}</a> is disabled and gets no events${disabledReason === null ? '.' : `: ${disabledReason}`}`,
      `${base}/webhooks`,
    );
  },
};
