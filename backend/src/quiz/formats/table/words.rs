//! Words of headers in many languages, without spaces.

/// What a column is headed by, before it is known which of several it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Question,
    /// With a number a choice, alone the right answer.
    Answer,
    /// With a number a choice, alone a list of them.
    Choice,
    Correct,
    Wrong,
    Kind,
    Time,
    Points,
    Explanation,
    Picture,
    Shuffle,
}

/// Words for each. Accents and case do not count.
pub(super) const WORDS: &[(Word, &str)] = &[
    (
        Word::Question,
        "question questions questiontext questiontitle prompt stem \
         pregunta preguntas enunciado frage fragen fragetext domanda pergunta questão questao \
         pertanyaan soal kérdés вопрос текствопроса питання запитання 题目 題目 问题 問題 题干 題幹 質問 \
         質問文 問題文 設問 문제 질문 คำถาม câuhỏi pytanie otázka vraag fråga spørgsmål spørsmål kysymys \
         soru שאלה سؤال السؤال प्रश्न întrebare întrebarea ερώτηση savol pitanje vprašanje klausimas \
         jautājums küsimus въпрос galdera tanong swali",
    ),
    (
        Word::Answer,
        "answer answers antwort respuesta réponse risposta resposta jawaban válasz ответ відповідь \
         答案 答え 回答 답 답변 คำตอบ đápán odpowiedź odpověď odpoveď antwoord svar vastaus cevap yanıt \
         תשובה إجابة الإجابة جواب उत्तर răspuns απάντηση javob odgovor atsakymas отговор",
    ),
    (
        Word::Choice,
        "option options choice choices alternative alternatives opción opciones alternativa \
         alternativas auswahl antwortmöglichkeit antwortoption choix proposition opzione opzioni \
         opção opções opcao pilihan opsi pilihanganda lehetőség вариант варианты вариантответа \
         варіант 选项 選項 选择 選擇肢 選択肢 보기 선택지 선택 ตัวเลือก lựachọn phươngán opcja wariant \
         możnost možnost moznost možnosť optie keuze alternativ valgmulighed svarsalternativ \
         svaralternativ vaihtoehto seçenek şık אפשרות خيار اختيار विकल्प variantă varianta επιλογή \
         variant opcija",
    ),
    (
        Word::Correct,
        "correct correctanswer correctanswers correctoption correctoptions correctchoice \
         correctindex rightanswer rightanswers right solution solutions key answerkey \
         respuestacorrecta respuestascorrectas opcióncorrecta correcta correctas solución \
         richtigeantwort richtigeantworten richtig lösung korrekteantwort bonneréponse \
         bonnesréponses réponsecorrecte réponsescorrectes rispostacorretta rispostegiuste \
         rispostagiusta corretta soluzione respostacorreta respostacerta correta gabarito \
         alternativacorreta jawabanbenar jawabanyangbenar kuncijawaban kunci benar helyesválasz \
         helyes megoldás правильныйответ верныйответ правильныеответы правильный \
         правильнавідповідь 正确答案 正確答案 正解 解答 参考答案 參考答案 정답 คำตอบที่ถูกต้อง คำตอบที่ถูก \
         เฉลย đápánđúng câutrảlờiđúng poprawnaodpowiedź prawidłowaodpowiedź správnáodpověď \
         správnaodpoveď juisteantwoord goedeantwoord correctantwoord rättsvar rigtigtsvar \
         riktigsvar oikeavastaus doğrucevap doğruyanıt תשובהנכונה התשובההנכונה الإجابةالصحيحة \
         الجوابالصحيح सहीउत्तर răspunscorect răspunsulcorect σωστήαπάντηση to'g'rijavob točanodgovor",
    ),
    (
        Word::Wrong,
        "incorrect incorrectanswer wrong wronganswer distractor falscheantwort mauvaiseréponse \
         respuestaincorrecta rispostaerrata respostaerrada respostaincorreta неправильныйответ \
         错误答案 錯誤答案 誤答 오답",
    ),
    (
        Word::Kind,
        "type questiontype kind tipo tipodepregunta typ fragetyp typedequestion tipodidomanda \
         tipodepergunta tipesoal tipe kérdéstípus típus тип типвопроса 题型 題型 类型 類型 種類 유형 \
         ประเภท loại typpytania typotázky vraagtype",
    ),
    (
        Word::Time,
        "time timelimit timeinseconds seconds secs timer duration tiempo tiempolímite segundos zeit \
         zeitlimit sekunden temps tempslimite secondes tempo tempolimite secondi waktu bataswaktu \
         detik idő időkorlát másodperc время лимитвремени секунды час 时间 時間 限时 時限 制限時間 秒 시간 \
         제한시간 เวลา thờigian czas limitczasu čas časovýlimit tijd tijdslimiet tid tidsgräns aika süre",
    ),
    (
        Word::Points,
        "points point score marks puntos punkte punti pontos poin skor pont pontszám баллы балл бали \
         分值 分数 分數 點數 点数 得点 배점 점수 คะแนน điểm punkty body punten poäng point puan נקודות",
    ),
    (
        Word::Explanation,
        "explanation answerexplanation feedback rationale comment explicación retroalimentación \
         erklärung erläuterung explication spiegazione explicação penjelasan pembahasan magyarázat \
         объяснение пояснение комментарий пояснення 解析 解释 解釋 说明 說明 解説 해설 설명 คำอธิบาย \
         giảithích wyjaśnienie vysvětlení uitleg förklaring forklaring selitys açıklama הסבר الشرح",
    ),
    (
        Word::Picture,
        "image imagelink imageurl picture pictureurl media mediaurl imagen enlacedeimagen bild \
         immagine imagem gambar kép картинка изображение 图片 圖片 画像 이미지 รูปภาพ hìnhảnh",
    ),
    (Word::Shuffle, "shuffle shuffled"),
];

/// Letters that number choices, in their order, of scripts where files have them.
pub(super) const LETTERS: [&str; 6] =
    ["abcdefgh", "абвгдежз", "กขคงจฉชซ", "אבגדהוזח", "ابجدهوزح", "αβγδεζηθ"];
