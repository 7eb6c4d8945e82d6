// What a site's own script looks like: it names the form and says what happens after success and after refusal.
(() => {
  const form = document.querySelector('#contact-form');
  const button = form.querySelector('button[type=submit]');
  const notice = document.querySelector('#form-notice');
  const thanks = document.querySelector('#thanks');
  const idle = button.textContent;

  const FIELDS = [
    [/name/i, 'name'],
    [/email address/i, 'email'],
    [/message must/i, 'message'],
  ];

  function setSending(sending) {
    button.disabled = sending;
    button.textContent = sending ? 'Sending …' : idle;
  }

  function clearNotice() {
    notice.hidden = true;
    for (const field of form.elements) field.removeAttribute('aria-invalid');
  }

  function showNotice(title, detail) {
    const strong = document.createElement('strong');
    strong.textContent = title;
    notice.replaceChildren(strong, detail);
    notice.hidden = false;
  }

  function fieldOf(error) {
    const found = FIELDS.find(([pattern]) => pattern.test(error));
    return found && form.elements.namedItem(found[1]);
  }

  function onSuccess(result) {
    setSending(false);
    clearNotice();
    document.querySelector('#thanks-text').textContent = result.message;
    form.hidden = true;
    thanks.hidden = false;
    thanks.focus();
  }

  function onError(result) {
    setSending(false);
    clearNotice();
    const field = fieldOf(result.error ?? '');
    showNotice('Your message was not sent.', field ? `${result.error}.` : result.message);
    field?.setAttribute('aria-invalid', 'true');
    field?.focus();
  }

  document.querySelector('#again').addEventListener('click', () => {
    form.reset();
    thanks.hidden = true;
    form.hidden = false;
    form.elements.namedItem('name').focus();
  });

  if (!window.SiteContact) {
    setSending(true);
    button.textContent = idle;
    showNotice(
      'The form is resting.',
      'The service behind it does not answer. Please reload the page in a moment.',
    );
    return;
  }
  form.addEventListener('submit', () => setSending(true));
  window.SiteContact.init('#contact-form', { onSuccess, onError });
})();
