// Keeps the list up to date, marks what is new, shows times in the reader's zone, and asks before deleting.
(() => {
  const list = document.querySelector('#list');
  const live = document.querySelector('#live');
  const deletion = document.querySelector('#delete-all');
  const title = document.title;
  const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
  const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
  /** Where this browser remembers, over pages and restarts, what was read. */
  const MEMORY = 'sitedesk-mail-catcher';
  const RECONNECT_MS = 2000;

  const links = () => [...list.querySelectorAll('li a')];
  const idOf = (link) => link.getAttribute('href').slice('/mail/'.length);

  function showTimes() {
    for (const time of document.querySelectorAll('time')) {
      const moment = new Date(time.dateTime);
      const isToday = moment.toDateString() === new Date().toDateString();
      time.textContent = isToday ? clock.format(moment) : `${day.format(moment)}, ${clock.format(moment)}`;
    }
  }

  // New is what came in after this browser's first look at the catcher and has not been opened. Ids sort by time.
  function recall() {
    try {
      return JSON.parse(localStorage.getItem(MEMORY)) ?? undefined;
    } catch {
      return undefined; // no storage here, or not ours
    }
  }

  function remember() {
    const ids = links().map(idOf);
    const { since, opened } = recall() ?? memory ?? { since: ids[0] ?? '', opened: [] };
    const oldest = ids.at(-1) ?? '';
    const { open } = list.dataset;
    const kept = opened.filter((id) => id >= oldest);
    memory = { since, opened: open === '' || kept.includes(open) ? kept : [...kept, open] };
    try {
      localStorage.setItem(MEMORY, JSON.stringify(memory));
    } catch {
      // full or forbidden: this page remembers for itself
    }
  }

  let memory;
  let isConnected = false;
  let hasStopped = false;

  function show() {
    const { since, opened } = memory;
    const news = links().filter((link) => idOf(link) > since && !opened.includes(idOf(link)));
    for (const link of links()) link.classList.toggle('is-new', news.includes(link));
    document.title = news.length === 0 ? title : `(${news.length}) ${title}`;
    deletion.hidden = links().length === 0;
    live.classList.toggle('is-connected', isConnected);
    if (isConnected) say(`Listening. ${newsText(news.length)}`);
    else if (hasStopped) say('The demonstration has stopped. Waiting for it to come back.');
  }

  function newsText(count) {
    if (count === 0) return 'Nothing is sent from here.';
    return count === 1 ? 'One new email.' : `${count} new emails.`;
  }

  /** Only what changes: each change is read aloud. */
  function say(text) {
    if (live.textContent !== text) live.textContent = text;
  }

  let isRefreshing = false;
  let isOutdated = false;

  /** One at a time, and once more for what arrived while it ran: answers must not overtake each other. */
  async function refresh() {
    isOutdated = true;
    if (isRefreshing) return;
    isRefreshing = true;
    while (isOutdated) {
      isOutdated = false;
      await load().catch(() => undefined); // gone again: the next connection refreshes
    }
    isRefreshing = false;
  }

  async function load() {
    const answer = await fetch(`/mail/list?open=${encodeURIComponent(list.dataset.shown)}`);
    if (!answer.ok) return;
    list.innerHTML = await answer.text(); // escaped by the server
    showTimes();
    remember();
    show();
    // The first email opens by itself; later ones move nothing that is being read.
    if (links().length > 0 && document.querySelector('.nothing')) location.reload();
  }

  function listen() {
    const changes = new EventSource('/mail/events');
    changes.addEventListener('change', () => void refresh());
    changes.addEventListener('open', () => {
      isConnected = true;
      show();
      void refresh(); // for what came in before: since the page was made, or while the demonstration was away
    });
    changes.addEventListener('error', () => {
      isConnected = false;
      hasStopped = true;
      show();
      if (changes.readyState === EventSource.CLOSED) setTimeout(listen, RECONNECT_MS); // it gave up by itself
    });
  }

  deletion.addEventListener('submit', (event) => {
    const count = links().length;
    if (!window.confirm(`Delete ${count === 1 ? 'this email' : `all ${count} emails`}?`))
      event.preventDefault();
  });
  window.addEventListener('storage', () => {
    remember(); // an email was opened in another tab
    show();
  });

  showTimes();
  remember();
  show();
  listen();
})();
