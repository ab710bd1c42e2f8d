/** If the service is busy. */
const MAX_TRIES = 5;
const OUT_OF_DATE = 'This page is out of date, or you are signed out. Load it again.';

/** `part` is from 0 to 1. At 1 all of it is sent, but the stored picture is not made yet. */
export const wordsOfProgress = (part) =>
  part < 1 ? `Sending, ${Math.round(part * 100)} %` : 'Sent, and being made smaller';

/** What can be said without sending it. */
function findProblem({ size, type }, area) {
  const { accept } = area.querySelector('input');
  if (!accept.split(',').includes(type)) return 'It must be a picture: JPEG, PNG, WebP or AVIF.';
  return size > Number(area.dataset.maxBytes) ? 'It is larger than 25 MiB.' : null;
}

/** `retryAfter` is in seconds. */
function sendOnce(file, area, show) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', area.dataset.upload);
    request.setRequestHeader('form-token', area.dataset.token);
    request.setRequestHeader('content-type', file.type);
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => show(loaded / total));
    request.addEventListener('load', () =>
      resolve({
        status: request.response === null ? 0 : request.status,
        // The page already names the picture.
        message: (request.response?.message ?? OUT_OF_DATE).replace(
          /^The (?:photo|logo|cover) field /,
          'It ',
        ),
        retryAfter: Number(request.getResponseHeader('retry-after') ?? 1),
      }),
    );
    request.addEventListener('error', () =>
      resolve({ status: 0, message: 'The connection broke. Choose it again.' }),
    );
    request.send(file);
  });
}

/** To where the area says. Returns what has gone wrong, or null. */
export async function sendPicture(file, area, show) {
  const problem = findProblem(file, area);
  if (problem !== null) return problem;
  for (let tries = 1; ; tries += 1) {
    show(0);
    const { status, message, retryAfter } = await sendOnce(file, area, show);
    if (status === 200 || status === 201) return null;
    if (status !== 503 || tries === MAX_TRIES) return message;
    await new Promise((resolve) => setTimeout(resolve, retryAfter * 1_000));
  }
}

/** The area's button opens the choice of files, and does it again for the same file. */
export function takeChosen(area, take) {
  const input = area.querySelector('input');
  area.hidden = false;
  area.querySelector('button').addEventListener('click', () => input.click());
  input.addEventListener('change', () => {
    const files = [...input.files];
    input.value = '';
    take(files);
  });
}
