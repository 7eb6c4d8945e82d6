import { defineMessages } from '../../app/i18n';

defineMessages('redirectImport', {
  en: {
    open: 'Import',
    title: 'Import redirects',
    text: 'First you see what would become of each row. Rows that can’t be imported keep none of the others out.',
    file: 'Choose a CSV file',
    rows: 'Or paste the rows',
    rowsHelp:
      'From, to, code, below and note, in this order or with a first row that names the columns. The code is 301 if empty.',
    example: '/old-page,/new-page,301',
    tooLarge: 'The file is larger than 5 MB. Split it.',
    progress: '{done} of {count} rows',
    right: 'No row can be imported. | One row can be imported. | {count} rows can be imported.',
    refused: 'Every row can be imported: | One row can’t be imported: | {count} rows can’t be imported:',
    refusedList: 'Rows that can’t be imported',
    line: 'Line {line}:',
    more: 'And none more | And one more | And {count} more',
    wrongCode: 'The code must be 301, 302, 308 or 410.',
    check: 'Check',
    import: 'Import | Import one redirect | Import {count} redirects',
    done: 'No redirect imported | One redirect imported | {count} redirects imported',
  },
  de: {
    open: 'Importieren',
    title: 'Weiterleitungen importieren',
    text: 'Zuerst sehen Sie, was aus jeder Zeile würde. Zeilen, die nicht importiert werden können, halten keine andere auf.',
    file: 'CSV-Datei auswählen',
    rows: 'Oder Zeilen einfügen',
    rowsHelp:
      'Von, nach, Code, darunter und Notiz, in dieser Reihenfolge oder mit einer ersten Zeile, die die Spalten benennt. Der Code ist 301, wenn leer.',
    example: '/alte-seite,/neue-seite,301',
    tooLarge: 'Die Datei ist größer als 5 MB. Teilen Sie sie auf.',
    progress: '{done} von {count} Zeilen',
    right:
      'Keine Zeile kann importiert werden. | Eine Zeile kann importiert werden. | {count} Zeilen können importiert werden.',
    refused:
      'Alle Zeilen können importiert werden: | Eine Zeile kann nicht importiert werden: | {count} Zeilen können nicht importiert werden:',
    refusedList: 'Zeilen, die nicht importiert werden können',
    line: 'Zeile {line}:',
    more: 'Und keine weitere | Und eine weitere | Und {count} weitere',
    wrongCode: 'Der Code muss 301, 302, 308 oder 410 sein.',
    check: 'Prüfen',
    import: 'Importieren | Eine Weiterleitung importieren | {count} Weiterleitungen importieren',
    done: 'Keine Weiterleitung importiert | Eine Weiterleitung importiert | {count} Weiterleitungen importiert',
  },
});
