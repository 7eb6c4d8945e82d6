import { defineMessages } from '../../app/i18n';

defineMessages('retention', {
  en: {
    removes: {
      messages: 'The next daily run deletes 1 message. | The next daily run deletes {count} messages.',
      trash: 'The next daily run deletes 1 message. | The next daily run deletes {count} messages.',
      articles:
        'The next daily run permanently deletes 1 article. | The next daily run permanently deletes {count} articles.',
      files:
        'The next daily run permanently deletes 1 file. | The next daily run permanently deletes {count} files.',
      versions: 'The next daily run deletes 1 version. | The next daily run deletes {count} versions.',
      'file-versions':
        'The next daily run deletes 1 version of a file. | The next daily run deletes {count} versions of files.',
      attempts: 'The next daily run deletes 1 attempt. | The next daily run deletes {count} attempts.',
      emails:
        'The next daily run removes 1 email from the outbox. | The next daily run removes {count} emails from the outbox.',
      webhooks: 'The next daily run deletes 1 event. | The next daily run deletes {count} events.',
      imports: 'The next daily run deletes 1 import. | The next daily run deletes {count} imports.',
      audit: 'The next daily run deletes 1 entry. | The next daily run deletes {count} entries.',
    },
  },
  de: {
    removes: {
      messages:
        'Der nächste tägliche Lauf löscht 1 Nachricht. | Der nächste tägliche Lauf löscht {count} Nachrichten.',
      trash:
        'Der nächste tägliche Lauf löscht 1 Nachricht. | Der nächste tägliche Lauf löscht {count} Nachrichten.',
      articles:
        'Der nächste tägliche Lauf löscht 1 Artikel endgültig. | Der nächste tägliche Lauf löscht {count} Artikel endgültig.',
      files:
        'Der nächste tägliche Lauf löscht 1 Datei endgültig. | Der nächste tägliche Lauf löscht {count} Dateien endgültig.',
      versions:
        'Der nächste tägliche Lauf löscht 1 Version. | Der nächste tägliche Lauf löscht {count} Versionen.',
      'file-versions':
        'Der nächste tägliche Lauf löscht 1 Version einer Datei. | Der nächste tägliche Lauf löscht {count} Versionen von Dateien.',
      attempts:
        'Der nächste tägliche Lauf löscht 1 Versuch. | Der nächste tägliche Lauf löscht {count} Versuche.',
      emails:
        'Der nächste tägliche Lauf entfernt 1 E-Mail aus dem Postausgang. | Der nächste tägliche Lauf entfernt {count} E-Mails aus dem Postausgang.',
      webhooks:
        'Der nächste tägliche Lauf löscht 1 Ereignis. | Der nächste tägliche Lauf löscht {count} Ereignisse.',
      imports:
        'Der nächste tägliche Lauf löscht 1 Import. | Der nächste tägliche Lauf löscht {count} Importe.',
      audit:
        'Der nächste tägliche Lauf löscht 1 Eintrag. | Der nächste tägliche Lauf löscht {count} Einträge.',
    },
  },
});
