// Runs before the first paint, from a file of its own so that the Content-Security-Policy allows no inline script.
(function () {
  var root = document.documentElement;
  var preferences = {};
  try {
    preferences = JSON.parse(localStorage.getItem('sitedesk.preferences') || '{}');
  } catch (error) {
    preferences = {}; // no storage, or not ours: the system's own choice
  }
  var theme = preferences.theme || 'system';
  var dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  var contrast =
    theme === 'contrast' || (theme === 'system' && matchMedia('(prefers-contrast: more)').matches);
  root.classList.toggle('dark', dark);
  root.classList.toggle('contrast', contrast);
  root.dataset.density = preferences.density === 'compact' ? 'compact' : 'comfortable';
  root.lang = preferences.locale || (navigator.language || 'en').slice(0, 2);
})();
