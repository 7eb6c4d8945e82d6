import type { DEPLOYMENT_MESSAGES } from '@sitedesk/contract/deployments';
import type { ServerTexts } from '../../app/server-texts';

/** What the server says of this feature, in German; its English comes along with every answer. */
export const serverTexts: ServerTexts<typeof DEPLOYMENT_MESSAGES> = {
  'deployments.invalidKey': 'Ungültiger Schlüssel',
  'deployments.noFile': 'Es wurde keine Datei hochgeladen',
  'deployments.notZip': 'Die Datei muss ein .zip-Archiv sein',
  'deployments.tooLarge': 'Die Datei ist größer als {max} Byte',
  'deployments.keyAfterFile':
    'Das Feld password muss vor der Datei stehen oder der Schlüssel im Header Authorization',
  'deployments.notMultipart': 'Content-Type muss multipart/form-data sein',
  'deployments.damaged': 'Das Archiv ist beschädigt oder kein Zip-Archiv',
  'deployments.tooManyFiles': 'Mehr als {max} Dateien',
  'deployments.tooDeep': '„{path}“ liegt in mehr als {max} Ordnern',
  'deployments.tooMuch': 'Entpackt mehr als {max} Byte',
  'deployments.ratio': '„{path}“ ist mehr als {max}-fach gepackt',
  'deployments.unsafePath': '„{path}“ ist kein zulässiger Pfad für ein Deployment',
  'deployments.duplicate': '„{path}“ und „{other}“ wären dieselbe Datei',
  'deployments.special': '„{path}“ ist ein Link oder ein Gerät',
  'deployments.encrypted': '„{path}“ ist verschlüsselt',
  'deployments.method': '„{path}“ ist auf unbekannte Weise gepackt',
  'deployments.overlap': '„{path}“ überschneidet sich mit einer anderen Datei des Archivs',
  'deployments.differs': '„{path}“ ist innerhalb des Archivs anders beschrieben',
  'deployments.checksum': '„{path}“ ist beschädigt',
  'deployments.type': '„{path}“ hat einen Typ, der nicht bereitgestellt werden kann',
  'deployments.noIndex': 'Auf der obersten Ebene des Archivs fehlt index.html',
  'deployments.indexIn':
    'Auf der obersten Ebene des Archivs fehlt index.html, aber in „{folder}“ gibt es eine',
  'deployments.empty': 'Das Archiv ist leer',
  'deployments.busy': 'Ein anderer Upload dieser Anwendung wird gerade entpackt',
  'deployments.superseded': 'Ein neueres Deployment ist bereits live',
  'deployments.noRoom': 'Die Website hat keinen Platz für diese Dateien',
  'deployments.diskFull': 'Die Festplatte des Servers ist voll',
  'deployments.interrupted': 'Der Upload wurde abgebrochen',
  'deployments.notWhole': 'Dieses Deployment ist unvollständig',
  'deployments.tooManyKeys': 'Eine Anwendung kann bis zu {max} Schlüssel haben. Löschen Sie zuerst einen.',
  'deployments.tooManyApplications': 'Eine Website kann bis zu {max} Anwendungen haben.',
  'deployments.keyReplaced': 'Dieser Schlüssel wurde bereits ersetzt.',
  'deployments.stripped': 'Der Ordner „{folder}“ wurde aus allen Pfaden entfernt',
  'deployments.dropped': '{count} Dateien von macOS wurden weggelassen',
  'deployments.rules': '„{path}“ wird nicht angewendet und wurde weggelassen',
  'deployments.rootPaths':
    'index.html verweist auf „{path}“ außerhalb der Anwendung: Setzen Sie die Basis des Bundlers auf „{base}“',
};
