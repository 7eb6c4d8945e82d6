#!/bin/sh
# Writes sources.txt as each program does that people import from: sh make.sh, with Pandoc 2.17 and LibreOffice Writer 7.4 of Debian 12.
set -e
cd "$(dirname "$0")"
WORK=$(mktemp -d)
cp ../pandoc/tin.png "$WORK"
awk -v dir="$WORK" '/^=== / { split(substr($0, 5), part, " [|] "); file = dir "/" part[1] ".source"; print "---\ntitle: |\n  " part[2] "\n---\n" > file; next } { print > file }' sources.txt
rm -rf pandoc libreoffice html markdown
mkdir pandoc libreoffice html markdown
for source in "$WORK"/*.source; do
  name=$(basename "$source" .source)
  pandoc --resource-path "$WORK" -f markdown "$source" -s -o "pandoc/$name.docx"
  pandoc --resource-path "$WORK" -f markdown "$source" -s -o "$WORK/$name.odt"
  pandoc -f markdown "$source" -s -t html5 --metadata lang=en -o "html/$name.html"
  pandoc -f markdown "$source" -s -t gfm -o "markdown/$name.md"
done
soffice --headless --convert-to docx:"MS Word 2007 XML" --outdir libreoffice "$WORK"/*.odt > /dev/null 2>&1
rm -r "$WORK"
