import fc from 'fast-check';
import { readHtml } from './html-block.js';

const written = (source: string): string | undefined => readHtml(source).html;
const said = (source: string): string | undefined => readHtml(source).problem?.text;

describe('HTML that people write', () => {
  it.each([
    ['text', 'a > b & "c"', 'a &gt; b &amp; "c"'],
    ['references', 'a&nbsp;b &copy; &#8211; &amp; &x', 'a&nbsp;b &copy; &#8211; &amp; &amp;x'],
    ['elements', '<P CLASS=note>One<BR/>two</P>', '<p class="note">One<br>two</p>'],
    [
      'attributes',
      `<ol reversed start='3'><li value=4>x</li></ol>`,
      '<ol reversed="" start="3"><li value="4">x</li></ol>',
    ],
    ['addresses', '<a href="/a?b=1&amp;c=2&d">x</a>', '<a href="/a?b=1&amp;c=2&amp;d">x</a>'],
    [
      'pictures',
      '<img src="https://example.org/a.png" alt="">',
      '<img src="https://example.org/a.png" alt="">',
    ],
    ['no comments', 'a<!-- <script> -->b', 'ab'],
    [
      'frames of providers, with what keeps them in place',
      '<iframe src="https://player.vimeo.com/video/1" title="The river"></iframe>',
      '<iframe src="https://player.vimeo.com/video/1" title="The river" loading="lazy" sandbox="allow-scripts allow-same-origin allow-popups allow-presentation" allow="fullscreen; picture-in-picture" referrerpolicy="strict-origin-when-cross-origin"></iframe>',
    ],
  ])('keeps %s', (_what, source, html) => {
    expect([said(source), written(source)]).toEqual([undefined, html]);
  });

  it.each([
    ['<script>alert(1)</script>', 'HTML blocks can’t have a <script>'],
    ['<p>a<style>b{}</style></p>', 'HTML blocks can’t have a <style>'],
    ['<svg onload=alert(1)>', 'HTML blocks can’t have a <svg>'],
    ['<form action="/x"></form>', 'HTML blocks can’t have a <form>'],
    ['<my-element></my-element>', 'This can’t be read as HTML: <my-element></my-element>'],
    ['<p onclick="a()">x</p>', 'A <p> in an HTML block can’t have "onclick"'],
    ['<p style="color:red">x</p>', 'A <p> in an HTML block can’t have "style"'],
    ['<p id=a id=b>x</p>', 'A <p> in an HTML block can’t have "id"'],
    ['<p id="SiteContact">x</p>', '"id" of a <p> in an HTML block isn’t valid'],
    ['<a href="javascript:alert(1)">x</a>', '"href" of a <a> in an HTML block isn’t valid'],
    ['<a href="java&#115;cript:alert(1)">x</a>', '"href" of a <a> in an HTML block isn’t valid'],
    ['<a href="java\tscript:alert(1)">x</a>', '"href" of a <a> in an HTML block isn’t valid'],
    ['<a href="//example.org">x</a>', '"href" of a <a> in an HTML block isn’t valid'],
    ['<img src="data:image/png;base64,AA" alt="">', '"src" of a <img> in an HTML block isn’t valid'],
    ['<img src="http://example.org/a.png" alt="">', '"src" of a <img> in an HTML block isn’t valid'],
    ['<img src="/a.png">', 'A <img> in an HTML block needs "alt"'],
    [
      '<iframe src="https://evil.example/" title="x"></iframe>',
      '"src" of a <iframe> in an HTML block isn’t valid',
    ],
    [
      '<iframe src="https://player.vimeo.com.evil.example/" title="x"></iframe>',
      '"src" of a <iframe> in an HTML block isn’t valid',
    ],
    ['<iframe src="https://player.vimeo.com/" title="x"><p></p></iframe>', 'HTML blocks can’t have a <p>'],
    ['<p>x', 'The <p> isn’t closed'],
    ['<b><i>x</b></i>', 'The <i> isn’t closed'],
    ['</div><p>x</p>', 'A <div> is closed that isn’t open'],
    ['<div/>', 'The <div> isn’t closed'],
    ['a < b', 'This can’t be read as HTML: < b'],
    ['<!DOCTYPE html>', 'This can’t be read as HTML: <!DOCTYPE html>'],
    ['<!--> <p>', 'This can’t be read as HTML: <!--> <p>'],
    ['<p class="a>x</p>', 'This can’t be read as HTML: <p class="a>x</p>'],
    ['<i>'.repeat(33) + '</i>'.repeat(33), 'Elements are nested too deep: at most 32 levels'],
    ['<i>'.repeat(100_000), 'Elements are nested too deep: at most 32 levels'],
  ])('is refused with what is wrong: %s', (source, problem) => {
    expect([said(source), written(source)]).toEqual([problem, undefined]);
  });

  it('is written the same again, and has nothing but what is listed, whatever it’s made of', () => {
    const piece = fc.constantFrom(
      ...'<p> </p> <b> </b> <a href= "/x" "javascript:x" > </a> <img src= alt= / " \' & &lt; &#60; &amp;lt; < <!-- --> --!> <script> </script> onerror= = x <svg> ]]> \u0000 <table> <td> </td> </table> <iframe src="https://player.vimeo.com/1" title=x> </iframe>'.split(
        ' ',
      ),
      ' ',
      '\n',
    );
    let taken = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const html = written(pieces.join(''));
        if (html === undefined) return;
        taken += 1;
        const tags = html.match(/<[^>]*>/g) ?? [];
        const known = /^<\/?(?:p|b|a|img|table|td|iframe)[ >]/;
        expect(tags.filter((tag) => !known.test(tag) || /\son\w+=|="javascript/i.test(tag))).toEqual([]);
        expect(html.replaceAll(/<[^>]*>/g, '')).not.toMatch(/[<>]/);
        // Frames get what nobody may write.
        if (!html.includes('<iframe')) expect(written(html)).toBe(html);
      }),
      { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 2_000) },
    );
    expect(taken).toBeGreaterThan(20);
  });
});
