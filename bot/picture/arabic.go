package picture

// Arabic letters join to those beside them and look different for it. The font
// has the joined forms as characters of their own.

// joining is where a letter's forms begin (alone, at the end; and if it has
// four, at the beginning and in the middle of a word) and how many there are.
type joining struct {
	forms rune
	count int
}

var arabicForms = map[rune]joining{
	'ء': {0xfe80, 1}, 'آ': {0xfe81, 2}, 'أ': {0xfe83, 2}, 'ؤ': {0xfe85, 2}, 'إ': {0xfe87, 2}, 'ئ': {0xfe89, 4},
	'ا': {0xfe8d, 2}, 'ب': {0xfe8f, 4}, 'ة': {0xfe93, 2}, 'ت': {0xfe95, 4}, 'ث': {0xfe99, 4}, 'ج': {0xfe9d, 4},
	'ح': {0xfea1, 4}, 'خ': {0xfea5, 4}, 'د': {0xfea9, 2}, 'ذ': {0xfeab, 2}, 'ر': {0xfead, 2}, 'ز': {0xfeaf, 2},
	'س': {0xfeb1, 4}, 'ش': {0xfeb5, 4}, 'ص': {0xfeb9, 4}, 'ض': {0xfebd, 4}, 'ط': {0xfec1, 4}, 'ظ': {0xfec5, 4},
	'ع': {0xfec9, 4}, 'غ': {0xfecd, 4}, 'ف': {0xfed1, 4}, 'ق': {0xfed5, 4}, 'ك': {0xfed9, 4}, 'ل': {0xfedd, 4},
	'م': {0xfee1, 4}, 'ن': {0xfee5, 4}, 'ه': {0xfee9, 4}, 'و': {0xfeed, 2}, 'ى': {0xfeef, 2}, 'ي': {0xfef1, 4},
	'پ': {0xfb56, 4}, 'ٹ': {0xfb66, 4}, 'چ': {0xfb7a, 4}, 'ڈ': {0xfb88, 2}, 'ژ': {0xfb8a, 2}, 'ڑ': {0xfb8c, 2},
	'ک': {0xfb8e, 4}, 'گ': {0xfb92, 4}, 'ں': {0xfb9e, 2}, 'ہ': {0xfba6, 4}, 'ھ': {0xfbaa, 4}, 'ے': {0xfbae, 2}, 'ی': {0xfbfc, 4},
	'ـ': {0, 4},
}

// lamAlef are the letters that lam and a following alef become.
var lamAlef = map[rune]rune{'آ': 0xfef5, 'أ': 0xfef7, 'إ': 0xfef9, 'ا': 0xfefb}

// join puts joined forms in the place of Arabic letters.
func join(runes []rune) []rune {
	out := make([]rune, 0, len(runes))
	linked := false // the letter before reaches over to this one
	for i := 0; i < len(runes); i++ {
		r := runes[i]
		letter, arabic := arabicForms[r]
		if !arabic {
			out, linked = append(out, r), false
			continue
		}
		reached := linked && letter.count > 1
		if r == 'ل' && i+1 < len(runes) && lamAlef[runes[i+1]] != 0 {
			form := lamAlef[runes[i+1]]
			if reached {
				form++
			}
			out, linked = append(out, form), false
			i++
			continue
		}
		next, follows := joining{}, false
		if i+1 < len(runes) {
			next, follows = arabicForms[runes[i+1]]
		}
		linked = letter.count == 4 && follows && next.count > 1
		switch {
		case letter.forms == 0:
		case reached && linked:
			r = letter.forms + 3
		case linked:
			r = letter.forms + 2
		case reached:
			r = letter.forms + 1
		default:
			r = letter.forms
		}
		out = append(out, r)
	}
	return out
}
