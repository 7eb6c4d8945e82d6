// Keeps the list up to date, shows times in the reader's zone, and asks before deleting.
(() => {
  const list = document.querySelector('#list');
  const live = document.querySelector('#live');
  const deletion = document.querySelector('#delete-all');
  const title = document.title;
  const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
  const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

  function showTimes() {
    for (const time of document.querySelectorAll('time')) {
      const moment = new Date(time.dateTime);
      const isToday = moment.toDateString() === new Date().toDateString();
      time.textContent = isToday ? clock.format(moment) : `${day.format(moment)}, ${clock.format(moment)}`;
    }
  }

  const idsShown = () => [...list.querySelectorAll('li a')].map((link) => link.getAttribute('href'));

  async function refresh() {
    const before = new Set(idsShown());
    const answer = await fetch(`/mail/list?open=${encodeURIComponent(list.dataset.open)}`);
    if (!answer.ok) return;
    list.innerHTML = await answer.text(); // escaped by the server
    showTimes();
    const added = [...list.querySelectorAll('li a')].filter((link) => !before.has(link.getAttribute('href')));
    for (const link of added) link.classList.add('is-new');
    if (added.length > 0) announce(added.length);
    showDeletion();
  }

  function announce(count) {
    live.textContent = count === 1 ? 'A mail has come in.' : `${count} mails have come in.`;
    document.title = `(${count}) ${title}`;
  }

  function showDeletion() {
    deletion.hidden = idsShown().length === 0;
  }

  deletion.addEventListener('submit', (event) => {
    const count = idsShown().length;
    if (!window.confirm(`Delete ${count === 1 ? 'the mail' : `all ${count} mails`}?`)) event.preventDefault();
  });

  const changes = new EventSource('/mail/events');
  let isFirst = true;
  changes.addEventListener('change', () => void refresh());
  changes.addEventListener('open', () => {
    if (!isFirst) void refresh(); // the demonstration was started again
    isFirst = false;
    live.classList.add('is-connected');
    live.textContent = 'Listening. Nothing is sent from here.';
  });
  changes.addEventListener('error', () => {
    live.classList.remove('is-connected');
    live.textContent = 'The demonstration has stopped. Waiting for it to come back.';
  });

  showTimes();
  showDeletion();
})();
