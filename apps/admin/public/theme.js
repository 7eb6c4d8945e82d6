// Runs before the first paint, from a file of its own so that the Content-Security-Policy allows no inline script.
(function () {
  const root = document.documentElement;
  let preferences;
  try {
    preferences = JSON.parse(localStorage.getItem('sitedesk.preferences'));
  } catch {
    // no storage, or not ours: the system's own choice
  }
  preferences ??= {};
  const theme = preferences.theme || 'system';
  const dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  const contrast =
    theme === 'contrast' || (theme === 'system' && matchMedia('(prefers-contrast: more)').matches);
  root.classList.toggle('dark', dark);
  root.classList.toggle('contrast', contrast);
  root.dataset.density = preferences.density === 'compact' ? 'compact' : 'comfortable';
  root.lang = preferences.locale || (navigator.language || 'en').slice(0, 2);
})();
